import { Lazy, TerraformStack, TerraformVariable, Token } from 'cdktf';
import { decodeJobs, encodeJobs } from '../src/contract/environment';
import { JOB_SETTINGS_DEFAULTS } from '../src/contract/job-settings';
import { Duration } from '../src/duration';
import { type JobTimes, type JobTimingProps, jobTimes } from '../src/job-timing';
import { Lease } from '../src/lease';
import { describeProblem } from '../src/problem';
import { Synthesized } from './support/synthesized';

const DAILY = { schedule: '0 2 * * *', timeZone: 'Etc/UTC' };

function problemsOf(props: { readonly [Prop in keyof JobTimingProps]?: unknown }): string[] {
  const given = { schedule: '0 2 * * *', timeZone: 'Etc/UTC', ...props } as JobTimingProps;
  return jobTimes(given).problems.map(describeProblem);
}

describe('jobTimes', () => {
  test.each([
    { case: 'no retries', retryConfig: { retryCount: 0 }, windowSeconds: 60 },
    {
      case: 'one retry',
      retryConfig: { retryCount: 1, minBackoffDuration: Duration.seconds(80) },
      windowSeconds: 140,
    },
  ])('leaves a duplicate of a forced run time to come, with $case', ({ retryConfig, windowSeconds }) => {
    const { times } = jobTimes({ ...DAILY, attemptDeadline: Duration.seconds(60), retryConfig });
    const { timeoutSeconds, lease, retention, retryWindowSeconds } = times as JobTimes;
    const settings = {
      ...JOB_SETTINGS_DEFAULTS,
      project: 'billing-prod',
      location: 'europe-west1',
      jobName: 'nightly-invoices',
      timeoutSeconds,
      leaseSeconds: lease.duration.toSeconds(),
      retentionSeconds: retention.toSeconds(),
      retryWindowSeconds,
    };

    expect(retryWindowSeconds).toBe(windowSeconds);
    expect(decodeJobs(encodeJobs([settings]))).toEqual({ value: [settings] });
  });

  test('checks the rest beside values of the wrong type', () => {
    const problems = problemsOf({
      attemptDeadline: '180s',
      lease: Lease.fixed(Duration.seconds(1.5)),
      retention: Duration.seconds(0),
      retryConfig: { retryCount: 9, maxDoublings: 0, minBackoffDuration: 5 },
    });

    expect(problems.map((problem) => problem.replace(/ must .*?, got/, ' got'))).toEqual([
      "attemptDeadline got '180s'",
      'retryConfig.minBackoffDuration got 5: write Duration.seconds(5)',
      'lease got 1.5 s: raise it to 190 s',
      'retention got 0 s: raise it to 86400 s',
      'retryConfig.retryCount got 9: lower it to 5',
      expect.stringMatching(/^retryConfig.maxDoublings got 0: raise it to 1; /),
    ]);
  });

  test('checks the times beside settings that cannot be looked into', () => {
    expect(problemsOf({ retryConfig: 5, lease: Lease.fixed(Duration.seconds(5)) })).toEqual([
      'retryConfig must be an object, got 5',
      'lease must be at least attemptDeadline + margin (180 s + 10 s = 190 s), got 5 s: raise lease to 190 s',
    ]);
  });

  test.each([
    { case: 'an array', retryConfig: [], got: 'an array' },
    { case: 'null', retryConfig: null, got: 'null' },
    { case: 'a text', retryConfig: 'five', got: "'five'" },
  ])('refuses $case as retryConfig', ({ retryConfig, got }) => {
    expect(problemsOf({ retryConfig })).toEqual([`retryConfig must be an object, got ${got}`]);
  });

  test.each([
    { case: 'a value', retryConfig: Token.asAny({ retryCount: 5 }) },
    { case: 'a lazy value', retryConfig: Lazy.anyValue({ produce: () => ({}) }) },
    { case: 'a text', retryConfig: Token.asString({ retryCount: 5 }) },
  ])('says that a token cannot be retryConfig: $case', ({ retryConfig }) => {
    expect(problemsOf({ retryConfig })).toEqual([
      'retryConfig must be an object at synth, since what is not given in it is derived, got a token, which is ' +
        'known only at deploy time: give a token for each setting instead: retryConfig: { retryCount: … }',
    ]);
  });

  test('takes a token for a setting of retryConfig', () => {
    const stack = new TerraformStack(Synthesized.app(), 'stack');
    const retryCount = new TerraformVariable(stack, 'count', { type: 'number' }).numberValue;

    expect(problemsOf({ retryConfig: { retryCount } })).toEqual([]);
  });

  test('takes a length of time whose product has float noise', () => {
    expect(problemsOf({ attemptDeadline: Duration.minutes(0.1 * 3) })).toEqual([]);
  });
});
