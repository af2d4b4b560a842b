import { ConfigurationError, throwProblems } from '../../src/configuration-error';
import { JOB_SETTINGS_DEFAULTS, type JobSettings } from '../../src/contract/job-settings';
import type { Problem } from '../../src/problem';
import type { RetrySettings } from '../../src/timing/retry-window';
import type { OrUnknown } from '../../src/timing/unknown';
import { everyProblems, jobProblems } from './job-problems';
import { isObject, must } from './value-checks';

/** A job, as far as a simulation needs to know it. */
export interface SimulatedJob {
  readonly settings: JobSettings;
  /** How long Cloud Scheduler waits for an answer: 15 to 1800. */
  readonly attemptDeadlineSeconds: number;
  readonly retry: RetrySettings;
  /** Time between two scheduled times: a whole number from 60 to 31622400, a leap year. */
  readonly everySeconds: number;
}

type Known<T> = { readonly [Name in keyof T]: OrUnknown<T[Name]> };

type Times = Pick<
  JobSettings,
  'timeoutSeconds' | 'leaseSeconds' | 'retentionSeconds' | 'retryWindowSeconds'
> &
  Pick<SimulatedJob, 'attemptDeadlineSeconds'>;

/** What is read of a `DedupedSchedulerJob`. */
export interface JobLike extends Pick<JobSettings, 'forcedRuns' | 'missingScheduleTime'> {
  readonly lease: { readonly kind: JobSettings['leaseKind'] };
  readonly timing: Known<Times> & { readonly retry: Known<RetrySettings>; readonly atMostOnce: boolean };
}

/**
 * The job that a `DedupedSchedulerJob` describes, with its proven times.
 *
 * @throws ConfigurationError naming the times that are known only at deploy time, and what is out of range
 */
export function simulatedJob(
  job: JobLike,
  more: Pick<SimulatedJob, 'everySeconds'> & Partial<JobSettings>,
): SimulatedJob {
  const unknown = unknownProblems(job);
  if (unknown.length > 0)
    throw new ConfigurationError([...unknown, ...everyProblems(more?.everySeconds)], NAME);
  const described = describedJob(job, more);
  throwProblems(jobProblems(described, ''), NAME);
  return described;
}

const NAME = 'simulatedJob';

function unknownProblems(job: JobLike): Problem[] {
  const { timing, lease } = job ?? {};
  if (!isObject(timing) || !isObject(timing.retry) || !isObject(lease)) {
    return must(false, 'job', 'be a DedupedSchedulerJob', job);
  }
  const unknown = [...Object.entries(timing), ...Object.entries(timing.retry)]
    .filter(([name, value]) => TIMES.has(name) && typeof value !== 'number')
    .map(([name]) => name);
  if (unknown.length === 0) return [];
  return [
    { prop: 'job.timing', must: 'hold numbers', got: `known only at deploy time: ${unknown.join(', ')}` },
  ];
}

function describedJob(
  { timing, lease, forcedRuns, missingScheduleTime }: JobLike,
  more: Pick<SimulatedJob, 'everySeconds'> & Partial<JobSettings>,
): SimulatedJob {
  const { everySeconds, ...settings } = more ?? {};
  const { atMostOnce } = timing;
  const times = timing as Times & { readonly retry: RetrySettings };
  return {
    settings: {
      ...JOB_SETTINGS_DEFAULTS,
      project: 'simulated',
      location: 'europe-west1',
      jobName: 'job',
      timeoutSeconds: times.timeoutSeconds,
      leaseKind: lease.kind,
      leaseSeconds: times.leaseSeconds,
      retentionSeconds: times.retentionSeconds,
      // A duplicate comes while an attempt may last, even where nothing is retried.
      retryWindowSeconds: Math.max(times.retryWindowSeconds, times.attemptDeadlineSeconds),
      atMostOnce,
      forcedRuns,
      missingScheduleTime,
      ...settings,
    },
    attemptDeadlineSeconds: times.attemptDeadlineSeconds,
    retry: times.retry,
    everySeconds,
  };
}

const TIMES: ReadonlySet<string> = new Set([
  'attemptDeadlineSeconds',
  'timeoutSeconds',
  'leaseSeconds',
  'retentionSeconds',
  'retryWindowSeconds',
  'retryCount',
  'maxRetryDurationSeconds',
  'minBackoffSeconds',
  'maxBackoffSeconds',
  'maxDoublings',
]);
