import type { RunSettings } from '../../src/timeline/run-settings';

const CLOUD_SCHEDULER = {
  retryCount: 5,
  maxRetryDurationSeconds: 0,
  maxDoublings: 5,
  retentionSeconds: 86_400,
};

/** Each minute, with the constant wait that is derived for it. */
export const MINUTE_JOB: RunSettings = {
  ...CLOUD_SCHEDULER,
  gapSeconds: 60,
  attemptDeadlineSeconds: 26,
  leaseSeconds: 36,
  minBackoffSeconds: 8,
  maxBackoffSeconds: 8,
};

/** Each five minutes, with the default waits under which an early crash is lost. */
export const LOSSY_JOB: RunSettings = {
  ...CLOUD_SCHEDULER,
  gapSeconds: 300,
  attemptDeadlineSeconds: 180,
  leaseSeconds: 190,
  minBackoffSeconds: 5,
  maxBackoffSeconds: 3600,
};

/** Hourly, with the longest deadline that five constant retries allow. */
export const HOURLY_JOB: RunSettings = {
  ...CLOUD_SCHEDULER,
  gapSeconds: 3600,
  attemptDeadlineSeconds: 1799,
  leaseSeconds: 1809,
  minBackoffSeconds: 365,
  maxBackoffSeconds: 365,
};

/** Once a year: what is decided within minutes, and a next run that is far away. */
export const YEARLY_JOB: RunSettings = {
  ...CLOUD_SCHEDULER,
  gapSeconds: 365 * 86_400,
  attemptDeadlineSeconds: 180,
  leaseSeconds: 190,
  minBackoffSeconds: 7,
  maxBackoffSeconds: 3600,
};

/** Each ten minutes, for longer than a fixed lease allows. */
export const RENEWED_JOB: RunSettings = {
  ...CLOUD_SCHEDULER,
  gapSeconds: 600,
  attemptDeadlineSeconds: 540,
  leaseSeconds: 30,
  isLeaseRenewed: true,
  minBackoffSeconds: 5,
  maxBackoffSeconds: 3600,
};

export const PICTURED_JOBS = [
  { case: 'a job each minute', job: MINUTE_JOB },
  { case: 'a job each five minutes that loses crashes', job: LOSSY_JOB },
  { case: 'an hourly job', job: HOURLY_JOB },
  { case: 'a yearly job', job: YEARLY_JOB },
  { case: 'a job whose lease is renewed', job: RENEWED_JOB },
  { case: 'a job without retries', job: { ...YEARLY_JOB, retryCount: 0 } },
  { case: 'a job that retries for a day', job: { ...YEARLY_JOB, maxRetryDurationSeconds: 86_400 } },
  { case: 'a job whose schedule is not known', job: { ...YEARLY_JOB, gapSeconds: undefined } },
  {
    case: 'fractions of seconds',
    job: { ...YEARLY_JOB, minBackoffSeconds: 3.5, attemptDeadlineSeconds: 20.25 },
  },
] as const;
