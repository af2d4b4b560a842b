import type { Problem } from '../problem';
import { type CronSchedule, parseCronSchedule } from '../scheduler/cron-schedule';
import { scheduleWarnings } from '../scheduler/schedule-warnings';
import { smallestGapSeconds } from '../scheduler/smallest-gap';
import { checkTimeZone } from '../scheduler/time-zone';
import type { RunSettings } from '../timeline/run-settings';
import { defaultLeaseSeconds, longestTimeoutSeconds } from '../timing/allowances';
import { DEFAULT_ATTEMPT_DEADLINE_SECONDS, DEFAULT_BACKOFF } from '../timing/cloud-scheduler-limits';
import type { RetrySettings } from '../timing/retry-window';
import { isKnown, type OrUnknown, UNKNOWN } from '../timing/unknown';
import { worstCaseEndSeconds } from '../timing/worst-case-end';
import type { ExistingJob } from './existing-job';
import type { SettingProp } from './setting-names';

/** Cloud Scheduler's own settings for what a job leaves open: no retry among them. */
const CLOUD_SCHEDULER_DEFAULTS: RetrySettings = {
  retryCount: 0,
  maxRetryDurationSeconds: 0,
  ...DEFAULT_BACKOFF,
};

const DAY_SECONDS = 86_400;

/** Every setting of a job under the name of its prop; durations in seconds. */
export type JobSettingValues = Readonly<Record<SettingKey, OrUnknown<number>>>;

/** A setting that is a number; that of `schedule` is its smallest gap, in its zone. */
export type SettingKey = Exclude<SettingProp, 'timeZone'>;

/** The settings of a job with nothing left open. */
export function settingValues(job: ExistingJob): JobSettingValues {
  const { handler = {}, retry } = job;
  const deadline = job.attemptDeadlineSeconds ?? DEFAULT_ATTEMPT_DEADLINE_SECONDS;
  const setting = (name: keyof RetrySettings) => retry[name] ?? CLOUD_SCHEDULER_DEFAULTS[name];
  const values = {
    schedule: gapOf(job),
    attemptDeadline: deadline,
    'retryConfig.retryCount': setting('retryCount'),
    'retryConfig.maxRetryDuration': setting('maxRetryDurationSeconds'),
    'retryConfig.minBackoffDuration': setting('minBackoffSeconds'),
    'retryConfig.maxBackoffDuration': setting('maxBackoffSeconds'),
    'retryConfig.maxDoublings': setting('maxDoublings'),
    timeout: handler.timeoutSeconds ?? (isKnown(deadline) ? longestTimeoutSeconds(deadline) : UNKNOWN),
    lease: handler.leaseSeconds ?? (isKnown(deadline) ? defaultLeaseSeconds(deadline) : UNKNOWN),
    retention: handler.retentionSeconds ?? UNKNOWN,
  };
  if (handler.retentionSeconds !== undefined) return values;
  const knownRetry = retrySettings(values);
  const end =
    knownRetry === undefined
      ? UNKNOWN
      : worstCaseEndSeconds({ attemptDeadlineSeconds: deadline, retry: knownRetry });
  return { ...values, retention: isKnown(end) ? Math.ceil(end / DAY_SECONDS) * DAY_SECONDS : UNKNOWN };
}

/** What a picture is drawn from; `undefined` where a value but the schedule's is unknown. */
export function runSettings(values: JobSettingValues, { handler }: ExistingJob): RunSettings | undefined {
  const retry = retrySettings(values);
  const { schedule, attemptDeadline, lease, retention } = values;
  if (retry === undefined || !isKnown(attemptDeadline) || !isKnown(lease) || !isKnown(retention)) {
    return undefined;
  }
  return {
    ...retry,
    gapSeconds: isKnown(schedule) ? schedule : undefined,
    attemptDeadlineSeconds: attemptDeadline,
    leaseSeconds: lease,
    isLeaseRenewed: handler?.isLeaseRenewed,
    retentionSeconds: retention,
  };
}

function retrySettings(values: JobSettingValues): RetrySettings | undefined {
  const retryCount = values['retryConfig.retryCount'];
  const maxRetryDurationSeconds = values['retryConfig.maxRetryDuration'];
  const minBackoffSeconds = values['retryConfig.minBackoffDuration'];
  const maxBackoffSeconds = values['retryConfig.maxBackoffDuration'];
  const maxDoublings = values['retryConfig.maxDoublings'];
  if (!isKnown(retryCount) || !isKnown(maxRetryDurationSeconds) || !isKnown(maxDoublings)) return undefined;
  if (!isKnown(minBackoffSeconds) || !isKnown(maxBackoffSeconds)) return undefined;
  return { retryCount, maxRetryDurationSeconds, minBackoffSeconds, maxBackoffSeconds, maxDoublings };
}

/** What is wrong with when the job runs. */
export function scheduleProblems({ schedule, timeZone }: ExistingJob): Problem[] {
  return [
    ...(isKnown(schedule) ? parseCronSchedule(schedule).problems : []),
    ...(isKnown(timeZone) ? checkTimeZone(timeZone) : []),
  ];
}

/** What a user should think about although the schedule is one, as sentences. */
export function scheduleWarningsOf(job: ExistingJob): readonly string[] {
  const known = knownSchedule(job);
  return known === undefined ? [] : scheduleWarnings(known.schedule, known.timeZone);
}

function gapOf(job: ExistingJob): OrUnknown<number> {
  const known = knownSchedule(job);
  return known === undefined ? UNKNOWN : smallestGapSeconds(known.schedule, known.timeZone);
}

function knownSchedule(job: ExistingJob): { schedule: CronSchedule; timeZone: string } | undefined {
  const { schedule, timeZone } = job;
  if (!isKnown(schedule) || !isKnown(timeZone) || scheduleProblems(job).length > 0) return undefined;
  const parsed = parseCronSchedule(schedule).schedule;
  return parsed === undefined ? undefined : { schedule: parsed, timeZone };
}
