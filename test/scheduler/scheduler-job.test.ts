import { Testing } from 'cdktf';
import { Duration } from '../../src/duration';
import { SchedulerJob, type SchedulerJobProps } from '../../src/scheduler/scheduler-job';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

const PROPS: SchedulerJobProps = {
  schedule: '*/5 * * * *',
  region: 'europe-west1',
  runProject: 'acme-billing',
  attemptDeadline: Duration.seconds(60),
  retryConfig: {
    retryCount: 3,
    maxRetryDuration: Duration.seconds(0),
    minBackoffDuration: Duration.seconds(20),
    maxBackoffDuration: Duration.seconds(20),
    maxDoublings: 5,
  },
  target: { uri: 'https://service.example', invokerEmail: 'invoker@example.com', dependencies: [] },
};

describe('SchedulerJob', () => {
  test('calls a target by POST, signed for its base URI', () => {
    const stack = billingStack();
    new SchedulerJob(stack, 'Ping', { ...PROPS, jobName: 'ping' });

    expect(Synthesized.of(stack).resource('google_cloud_scheduler_job')).toMatchObject({
      name: 'ping',
      http_target: {
        http_method: 'POST',
        uri: 'https://service.example/jobs/ping',
        oidc_token: { audience: 'https://service.example', service_account_email: 'invoker@example.com' },
      },
    });
  });

  test.each([
    { case: 'a name of 500 characters', changes: { jobName: 'a'.repeat(500) } },
    { case: 'a description of 500 characters', changes: { description: 'a'.repeat(500) } },
  ])('takes $case', ({ changes }) => {
    expect(new SchedulerJob(billingStack(), 'Ping', { ...PROPS, ...changes }).resource.descriptionInput).toBe(
      (changes as { description?: string }).description,
    );
  });

  test.each([
    {
      case: 'a name of 501 characters',
      changes: { jobName: 'a'.repeat(501) },
      problem: 'jobName must be 1 to 500',
    },
    { case: 'an empty name', changes: { jobName: '' }, problem: 'jobName must be 1 to 500' },
    { case: 'a name with a dot', changes: { jobName: 'a.b' }, problem: 'jobName must be 1 to 500' },
    {
      case: 'a description of 501 characters',
      changes: { description: 'a'.repeat(501) },
      problem: 'description must be at most 500 characters',
    },
    { case: 'groc', changes: { schedule: 'every 5 minutes' }, problem: 'schedule must' },
    { case: 'an unknown prop', changes: { uri: 'x' }, problem: 'uri must be a prop of this construct' },
  ])('refuses $case', ({ changes, problem }) => {
    expect(messageOf(() => new SchedulerJob(billingStack(), 'Ping', { ...PROPS, ...changes }))).toContain(
      problem,
    );
  });

  test('names props that are missing altogether', () => {
    expect(messageOf(() => new SchedulerJob(billingStack(), 'Ping', undefined as never))).toContain(
      'props must be an object, got undefined',
    );
  });

  test('refuses another method that comes through the escape hatch', () => {
    const stack = billingStack();
    nightlyJob(stack).schedulerJob.resource.putHttpTarget({ uri: 'https://x', httpMethod: 'GET' });

    expect(() => Testing.synth(stack, true)).toThrow('httpMethod must be POST, got GET');
  });

  test('refuses OAuth that comes through the escape hatch', () => {
    const stack = billingStack();
    const job = nightlyJob(stack);
    job.schedulerJob.resource.putHttpTarget({ uri: 'https://x', oauthToken: { serviceAccountEmail: 'a@b' } });

    expect(() => Testing.synth(stack, true)).toThrow('Cloud Run checks OIDC tokens');
  });
});
