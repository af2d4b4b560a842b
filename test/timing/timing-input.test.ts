import { describeProblem } from '../../src/problem';
import { checkRanges, type RetryInput, type TimingInput } from '../../src/timing/timing-input';
import { UNKNOWN } from '../../src/timing/unknown';

function problemsOf(given: Omit<Partial<TimingInput>, 'retry'>, retry: RetryInput = {}): string[] {
  return checkRanges({ gapSeconds: 86_400, ...given, retry }).map(describeProblem);
}

const CENTURY = 3_155_760_000;

describe('checkRanges', () => {
  test.each<{ case: string; given?: Omit<Partial<TimingInput>, 'retry'>; retry?: RetryInput }>([
    { case: 'nothing given' },
    { case: 'the shortest attemptDeadline', given: { attemptDeadlineSeconds: 15 } },
    { case: 'the longest attemptDeadline', given: { attemptDeadlineSeconds: 1800 } },
    { case: 'the shortest lease and retention', given: { leaseSeconds: 1, retentionSeconds: 1 } },
    { case: 'the longest lease and retention', given: { leaseSeconds: 86_400, retentionSeconds: CENTURY } },
    { case: 'no retry', retry: { retryCount: 0, maxRetryDurationSeconds: 0 } },
    { case: 'the most retries', retry: { retryCount: 5, maxRetryDurationSeconds: CENTURY } },
    { case: 'the smallest backoff', retry: { minBackoffSeconds: 1, maxBackoffSeconds: 1, maxDoublings: 1 } },
    {
      case: 'values that are known only at deploy time',
      given: { attemptDeadlineSeconds: UNKNOWN, leaseSeconds: UNKNOWN },
      retry: { retryCount: UNKNOWN, minBackoffSeconds: UNKNOWN, maxBackoffSeconds: 1 },
    },
  ])('accepts $case', ({ given = {}, retry = {} }) => {
    expect(problemsOf(given, retry)).toEqual([]);
  });

  test.each<{ case: string; given?: Omit<Partial<TimingInput>, 'retry'>; retry?: RetryInput; text: string }>([
    {
      case: 'an attemptDeadline below 15 s',
      given: { attemptDeadlineSeconds: 14 },
      text: 'attemptDeadline must be a whole number of seconds between 15 s and 1800 s, got 14 s: raise it to 15 s',
    },
    {
      case: 'an attemptDeadline above 30 minutes',
      given: { attemptDeadlineSeconds: 1801 },
      text:
        'attemptDeadline must be a whole number of seconds between 15 s and 1800 s, got 1801 s: lower it to ' +
        '1800 s; longer work must be started and left to run: JobLogic.workflowExecution, cloudRunJob or ' +
        'cloudBuildTrigger with waitForCompletion: false starts it once and returns',
    },
    {
      case: 'a lease of 0 s',
      given: { leaseSeconds: 0 },
      text: 'lease must be a whole number of seconds between 1 s and 86400 s, got 0 s: raise it to 1 s',
    },
    {
      case: 'a negative retention',
      given: { retentionSeconds: -1 },
      text: `retention must be a whole number of seconds between 1 s and ${CENTURY} s, got -1 s: raise it to 86400 s`,
    },
    {
      case: 'a retryCount below 0',
      retry: { retryCount: -1 },
      text:
        'retryConfig.retryCount must be a whole number between 0 and 5, got -1: raise it to 5; 0 turns retries ' +
        'off, and a run whose attempt fails is lost',
    },
    {
      case: 'a retryCount above 5',
      retry: { retryCount: 9 },
      text: 'retryConfig.retryCount must be a whole number between 0 and 5, got 9: lower it to 5',
    },
    {
      case: 'a maxRetryDuration that is no number',
      retry: { maxRetryDurationSeconds: NaN },
      text: `retryConfig.maxRetryDuration must be a whole number of seconds between 0 s and ${CENTURY} s, got NaN`,
    },
    {
      case: 'a minBackoffDuration of a fraction',
      retry: { minBackoffSeconds: 3.5 },
      text:
        `retryConfig.minBackoffDuration must be a whole number of seconds between 1 s and ${CENTURY} s, ` +
        'got 3.5 s: raise it to 4 s',
    },
    {
      case: 'an infinite maxBackoffDuration',
      retry: { maxBackoffSeconds: Infinity },
      text: `retryConfig.maxBackoffDuration must be a whole number of seconds between 1 s and ${CENTURY} s, got Infinity`,
    },
    {
      case: 'a text from JavaScript',
      given: { attemptDeadlineSeconds: '180' as unknown as number },
      text: "attemptDeadline must be a whole number of seconds between 15 s and 1800 s, got '180'",
    },
    {
      case: 'null from JavaScript',
      given: { leaseSeconds: null as unknown as number },
      text: 'lease must be a whole number of seconds between 1 s and 86400 s, got null',
    },
    {
      case: 'no doublings, which the provider would drop',
      retry: { maxDoublings: 0 },
      text:
        'retryConfig.maxDoublings must be a whole number between 1 and 2147483647, got 0: raise it to 1; the ' +
        'Terraform provider drops a zero and Cloud Scheduler then uses its default of 5; for a constant wait ' +
        'set minBackoffDuration = maxBackoffDuration',
    },
    {
      case: 'a shortest wait above the longest',
      retry: { minBackoffSeconds: 20, maxBackoffSeconds: 10 },
      text:
        'retryConfig.minBackoffDuration must be at most maxBackoffDuration (10 s), got 20 s: lower it to 10 s or ' +
        'raise maxBackoffDuration to 20 s',
    },
  ])('reports $case', ({ given = {}, retry = {}, text }) => {
    expect(problemsOf(given, retry)).toEqual([text]);
  });
});
