import { projectInEmail } from '../src/account-email';

describe('projectInEmail', () => {
  test.each([
    { email: 'caller@acme-billing.iam.gserviceaccount.com', project: 'acme-billing' },
    { email: 'caller@billing.acme.example.iam.gserviceaccount.com', project: 'acme.example:billing' },
    { email: '1234-compute@developer.gserviceaccount.com', project: undefined },
    { email: 'acme-billing@appspot.gserviceaccount.com', project: undefined },
    { email: 'somebody@acme.example', project: undefined },
  ])('tells $project of $email', ({ email, project }) => {
    expect(projectInEmail(email)).toBe(project);
  });
});
