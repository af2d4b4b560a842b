import { CloudbuildTrigger } from '@cdktf/provider-google/lib/cloudbuild-trigger';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { decodeProxies } from '../../src/contract/decode-proxies';
import { JobLogic } from '../../src/handler/job-logic';
import type { CloudBuildTriggerProps } from '../../src/proxy/cloud-build-trigger';
import { messageOf } from '../support/billing-stack';
import { proxyStack, RUNTIME_MEMBER, useStubBundles } from './proxy-stack';

useStubBundles();

const BUILDER = 'builder@acme-billing.iam.gserviceaccount.com';
const NIGHTLY: CloudBuildTriggerProps = { trigger: 'nightly', location: 'global', serviceAccount: BUILDER };

function problemsOf(changes: object): string {
  return messageOf(() => JobLogic.cloudBuildTrigger({ ...NIGHTLY, ...changes }));
}

function substitutions(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`_S${index}`, 'x']));
}

describe('JobLogic.cloudBuildTrigger', () => {
  test('writes settings that the handler takes, with every default', () => {
    const { settingsText } = proxyStack(() => JobLogic.cloudBuildTrigger(NIGHTLY));

    expect(decodeProxies(settingsText)).toEqual({
      value: {
        default: {
          kind: 'cloud-build-trigger',
          project: 'acme-billing',
          location: 'global',
          waits: false,
          trigger: 'nightly',
          substitutions: {},
          tokenSubstitution: '_IDEMPOTENCY_KEY',
        },
      },
    });
  });

  test('is granted a role of its own on the project, and to act as the account of the trigger', () => {
    const { synthesized, handler } = proxyStack(() => JobLogic.cloudBuildTrigger(NIGHTLY));
    const roleId = synthesized.resource('google_project_iam_custom_role')['role_id'];

    expect(synthesized.resource('google_project_iam_custom_role')).toMatchObject({
      project: 'acme-billing',
      role_id: expect.stringMatching(/^handler_run_trigger_[0-9a-f]{8}$/),
      permissions: ['cloudbuild.builds.create', 'cloudbuild.builds.get', 'cloudbuild.builds.list'],
    });
    expect(Object.values(synthesized.resources('google_project_iam_member'))).toContainEqual({
      project: 'acme-billing',
      role: `projects/acme-billing/roles/${roleId}`,
      member: RUNTIME_MEMBER,
      depends_on: [expect.stringMatching(/^google_project_iam_custom_role\.Handler_RunTriggerRole_/)],
    });
    expect(synthesized.resource('google_service_account_iam_member')).toEqual({
      service_account_id: `projects/-/serviceAccounts/${BUILDER}`,
      role: 'roles/iam.serviceAccountUser',
      member: RUNTIME_MEMBER,
    });
    expect(handler.requiredGrants).toContainEqual({
      role: 'roles/iam.serviceAccountUser',
      member: handler.runtimeAccount.member,
      on: `the service account ${BUILDER}`,
    });
  });

  test('takes the e-mail of an account that is made beside it', () => {
    const { synthesized } = proxyStack((stack) => {
      const builder = new ServiceAccount(stack, 'Builder', { accountId: 'builder' });
      return JobLogic.cloudBuildTrigger({ ...NIGHTLY, serviceAccount: builder.email });
    });

    expect(synthesized.resource('google_service_account_iam_member')['service_account_id']).toBe(
      'projects/-/serviceAccounts/${replace(google_service_account.Builder.email, "/^projects/.*//", "")}',
    );
  });

  test('takes the name of the account, as the resource of a trigger has it', () => {
    const { synthesized, handler } = proxyStack(() =>
      JobLogic.cloudBuildTrigger({
        ...NIGHTLY,
        serviceAccount: `projects/acme-billing/serviceAccounts/${BUILDER}`,
      }),
    );
    const ofTrigger = proxyStack((stack) => {
      const trigger = new CloudbuildTrigger(stack, 'Nightly', {
        name: 'nightly',
        serviceAccount: `projects/acme-billing/serviceAccounts/${BUILDER}`,
      });
      return JobLogic.cloudBuildTrigger({
        ...NIGHTLY,
        serviceAccount: trigger.serviceAccount,
      });
    });

    expect(synthesized.resource('google_service_account_iam_member')['service_account_id']).toBe(
      `projects/-/serviceAccounts/${BUILDER}`,
    );
    expect(handler.requiredGrants.map(({ on }) => on)).toContain(`the service account ${BUILDER}`);
    expect(ofTrigger.synthesized.resource('google_service_account_iam_member')['service_account_id']).toBe(
      'projects/-/serviceAccounts/${replace(google_cloudbuild_trigger.Nightly.service_account, "/^projects/.*//", "")}',
    );
  });

  test.each([
    { case: 'a name of 64 characters', changes: { trigger: 'a'.repeat(64) } },
    { case: 'an id', changes: { trigger: '1c3f0d5a-7a52-4a0e-9d3f-0a5d6f1b2c3d' } },
    { case: 'a region', changes: { location: 'europe-west1' } },
    { case: 'a branch', changes: { source: { branchName: 'main' } } },
    { case: 'a commit', changes: { source: { commitSha: 'a'.repeat(40) } } },
    { case: '199 substitutions', changes: { substitutions: substitutions(199) } },
    { case: 'a substitution of 4000 bytes', changes: { substitutions: { _S: 'x'.repeat(4000) } } },
    { case: 'a name of 100 bytes', changes: { substitutions: { [`_${'S'.repeat(99)}`]: 'x' } } },
  ])('takes $case', ({ changes }) => {
    expect(JobLogic.cloudBuildTrigger({ ...NIGHTLY, ...changes }).source.kind).toBe('proxy');
  });

  test.each([
    {
      case: 'a name of 65 characters',
      changes: { trigger: 'a'.repeat(65) },
      told: 'trigger must be the id or the name',
    },
    {
      case: 'a name with an underscore',
      changes: { trigger: 'a_b' },
      told: 'trigger must be the id or the name',
    },
    {
      case: 'a zone',
      changes: { location: 'europe-west1-b' },
      told: 'location must be a region of Google Cloud, or global',
    },
    {
      case: 'no account',
      changes: { serviceAccount: undefined },
      told: 'serviceAccount must be given, got nothing: write the e-mail of the account that the trigger builds as',
    },
    {
      case: 'an account with a slash in it',
      changes: { serviceAccount: `accounts/${BUILDER}` },
      told: 'serviceAccount must be the e-mail',
    },
    {
      case: 'an account as IAM writes a member',
      changes: { serviceAccount: `serviceAccount:${BUILDER}` },
      told: `serviceAccount must be the e-mail of a service account alone, got 'serviceAccount:${BUILDER}': write '${BUILDER}'`,
    },
    {
      case: 'an account that is no e-mail',
      changes: { serviceAccount: 'builder' },
      told: 'serviceAccount must be the e-mail',
    },
    {
      case: 'a source of nothing',
      changes: { source: {} },
      told: 'source must be one of branchName, tagName, commitSha, got 0 of them: leave source out for what the trigger says',
    },
    {
      case: 'a source of two revisions',
      changes: { source: { branchName: 'main', tagName: 'v1' } },
      told: 'source must be one of branchName, tagName, commitSha, got 2 of them: keep one',
    },
    {
      case: 'a short SHA',
      changes: { source: { commitSha: 'abc1234' } },
      told: 'source.commitSha must be the SHA of a commit',
    },
    {
      case: 'a revision of another kind',
      changes: { source: { ref: 'x' } },
      told: 'source.ref must be a prop',
    },
    {
      case: 'a substitution without an underscore',
      changes: { substitutions: { MONTH: '10' } },
      told: "substitutions.MONTH must be named with an underscore and 1 to 99 upper-case letters, digits and underscores, got 'MONTH'",
    },
    {
      case: 'a name of 101 bytes',
      changes: { substitutions: { [`_${'S'.repeat(100)}`]: 'x' } },
      told: 'must be named with',
    },
    {
      case: 'a substitution that is a number',
      changes: { substitutions: { _N: 1 } },
      told: 'substitutions._N must be a text, got 1',
    },
    {
      case: 'a substitution of 4001 bytes',
      changes: { substitutions: { _S: 'x'.repeat(4001) } },
      told: 'substitutions._S must be at most 4000 bytes, got 4001 bytes',
    },
    {
      case: '200 substitutions',
      changes: { substitutions: substitutions(200) },
      told: 'substitutions must be at most 199, since the token is one more, got 200',
    },
    {
      case: 'a token substitution that there is',
      changes: { substitutions: { _IDEMPOTENCY_KEY: 'mine' } },
      told: "tokenSubstitution must differ from what substitutions holds, got '_IDEMPOTENCY_KEY'",
    },
    {
      case: 'a token substitution in lower case',
      changes: { tokenSubstitution: '_token' },
      told: 'tokenSubstitution must be named',
    },
  ])('refuses $case', ({ changes, told }) => {
    expect(problemsOf(changes)).toContain(told);
  });
});
