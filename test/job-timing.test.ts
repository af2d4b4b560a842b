import { decodeJobs, encodeJobs } from '../src/contract/environment';
import { JOB_SETTINGS_DEFAULTS } from '../src/contract/job-settings';
import { Duration } from '../src/duration';
import { type JobTimes, jobTimes } from '../src/job-timing';

const DAILY = { schedule: '0 2 * * *', timeZone: 'Etc/UTC' };

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
});
