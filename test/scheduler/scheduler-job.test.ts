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

  test.each([
    {
      case: 'a deadline as a number',
      changes: { attemptDeadline: 60 },
      told: ['attemptDeadline must be a Duration, got 60: write Duration.seconds(60)'],
    },
    {
      case: 'a deadline of 14 s',
      changes: { attemptDeadline: Duration.seconds(14) },
      told: [
        'attemptDeadline must be a whole number of seconds between 15 s and 1800 s, got 14 s: raise it to 15 s',
      ],
    },
    {
      case: 'a deadline of 1801 s',
      changes: { attemptDeadline: Duration.seconds(1801) },
      told: [
        'attemptDeadline must be a whole number of seconds between 15 s and 1800 s, got 1801 s: lower it to 1800 s',
      ],
    },
    {
      case: 'a deadline of 60.5 s',
      changes: { attemptDeadline: Duration.seconds(60.5) },
      told: [
        'attemptDeadline must be a whole number of seconds between 15 s and 1800 s, got 60.5 s: raise it to 61 s',
      ],
    },
    {
      case: 'retry settings out of range, each of them',
      changes: {
        retryConfig: {
          retryCount: 6,
          maxRetryDuration: 5,
          minBackoffDuration: Duration.seconds(0),
          maxBackoffDuration: undefined,
          maxDoublings: 0,
        },
      },
      told: [
        'retryConfig.retryCount must be a whole number between 0 and 5, got 6: lower it to 5',
        'retryConfig.maxDoublings must be a whole number between 1 and 2147483647, got 0: raise it to 1',
        'retryConfig.maxRetryDuration must be a Duration, got 5: write Duration.seconds(5)',
        'retryConfig.minBackoffDuration must be a whole number of seconds between 1 s and 3155760000 s, got 0 s: raise it to 1 s',
        'retryConfig.maxBackoffDuration must be given, got nothing: write Duration.seconds(1) or more',
      ],
    },
    {
      case: 'a target of nothing',
      changes: { target: {} },
      told: [
        "target.uri must be given, got nothing: write it as in 'https://handler-123456789.europe-west1.run.app'",
        'target.invokerEmail must be given, got nothing: write its e-mail',
        'target.dependencies must be a list, got undefined: write []',
      ],
    },
    {
      case: 'a target with a slash at its end',
      changes: { target: { ...PROPS.target, uri: 'https://service.example/' } },
      told: [
        "target.uri must be the base URI of a service, without a slash at its end, got 'https://service.example/': write it as in 'https://handler-123456789.europe-west1.run.app'",
      ],
    },
  ])('lists every problem of $case', ({ changes, told }) => {
    const message = messageOf(
      () => new SchedulerJob(billingStack(), 'Ping', { ...PROPS, ...changes } as never),
    );

    expect(message.split('\n').slice(1)).toEqual(told.map((line) => `  - ${line}`));
  });

  test('names each prop that has to be given', () => {
    const message = messageOf(() => new SchedulerJob(billingStack(), 'Ping', {} as never));

    expect(message.match(/^ {2}- \w+/gm)).toEqual([
      ...[
        '  - schedule',
        '  - region',
        '  - runProject',
        '  - attemptDeadline',
        '  - retryConfig',
        '  - target',
      ],
    ]);
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
