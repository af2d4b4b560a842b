import type { Problem } from '../problem';
import { secondsText } from '../timeline/seconds-text';
import { checkCrashRecovery } from '../timing/crash-recovery-rule';
import { checkLease } from '../timing/lease-rule';
import { checkRetention } from '../timing/retention-rule';
import { longestRetryWindowSeconds, type RetrySettings, retriesAreOff } from '../timing/retry-window';
import { checkTimeout } from '../timing/timeout-rule';
import type { ExistingJob } from './existing-job';
import type { SettingKey } from './job-settings';

/** Settings with their seconds and counts; the gap is `Infinity` where the schedule is not known. */
export type KnownValues = Readonly<Record<SettingKey, number>>;

/** What a rule says of a job: problems let it fail, a note alone is a warning. */
export interface Verdict {
  readonly problems?: readonly Problem[];
  readonly note?: string;
}

/** A rule that can be checked on an existing job. */
export interface JobRule {
  readonly rule: string;
  readonly text: string;
  /** The settings without which it cannot be checked. */
  readonly needs: readonly SettingKey[];
  /** A setting without which it can fail but not hold. */
  readonly boundedBy?: SettingKey;
  /** It is about times that only the handler knows. */
  readonly isOfHandler: boolean;
  readonly check: (values: KnownValues, job: ExistingJob) => Verdict;
}

const RETRY_KEYS: readonly SettingKey[] = [
  'retryConfig.retryCount',
  'retryConfig.maxRetryDuration',
  'retryConfig.minBackoffDuration',
  'retryConfig.maxBackoffDuration',
  'retryConfig.maxDoublings',
];

export const JOB_RULES: readonly JobRule[] = [
  {
    rule: 'I1',
    text: 'an attempt at its limit is answered before Cloud Scheduler gives up',
    needs: ['timeout', 'attemptDeadline'],
    isOfHandler: true,
    check: (values) => ({ problems: checkTimeout(attemptOf(values)) }),
  },
  {
    rule: 'I2',
    text: 'the lease outlives its attempt',
    needs: ['lease', 'timeout', 'attemptDeadline'],
    isOfHandler: true,
    check: (values) => ({ problems: checkLease(attemptOf(values)) }),
  },
  {
    rule: 'I3',
    text: 'every crash of the first attempt is recovered',
    needs: [...RETRY_KEYS, 'attemptDeadline', 'lease'],
    boundedBy: 'schedule',
    isOfHandler: false,
    check: recovery,
  },
  {
    rule: 'I4',
    text: 'the record outlives its run',
    needs: [...RETRY_KEYS, 'attemptDeadline', 'retention'],
    isOfHandler: true,
    check: (values) => ({
      problems: checkRetention({
        retentionSeconds: values.retention,
        worstCaseEndSeconds: worstCaseEndOf(values),
      }),
    }),
  },
  {
    rule: 'I5',
    text: 'a run is over before the next one is due',
    needs: [...RETRY_KEYS, 'attemptDeadline', 'schedule'],
    isOfHandler: false,
    check: overlap,
  },
];

function recovery(values: KnownValues, job: ExistingJob): Verdict {
  const retry = retryOf(values);
  if (retriesAreOff(retry)) {
    if (job.retry.retryCount !== undefined) {
      return { note: 'retries are off: the job is at most once, and a run that fails or crashes is lost' };
    }
    const must = "be given: Cloud Scheduler's default is no retry, and a run that fails or crashes is lost";
    const fix = 'set it to 5, or to 0 where a run may be lost';
    return { problems: [{ prop: 'retryConfig.retryCount', must, got: 'nothing', fix }] };
  }
  const input = {
    gapSeconds: values.schedule,
    attemptDeadlineSeconds: values.attemptDeadline,
    // A lease that nobody gave follows the deadline, also in the fixes.
    leaseSeconds: job.handler?.leaseSeconds === undefined ? undefined : values.lease,
    retryCount: retry.retryCount,
    minBackoffSeconds: retry.minBackoffSeconds,
    maxBackoffSeconds: retry.maxBackoffSeconds,
    maxDoublings: retry.maxDoublings,
  };
  return { problems: checkCrashRecovery(input, values.attemptDeadline) };
}

function overlap(values: KnownValues): Verdict {
  const end = worstCaseEndOf(values);
  if (end < values.schedule) return {};
  const ends = `the worst case ends at ${secondsText(end)}, the next run is due at ${secondsText(values.schedule)}`;
  return { note: `${ends}: it then starts late or is skipped, and I3 counts on a start in time` };
}

function attemptOf({ attemptDeadline, timeout, lease }: KnownValues) {
  return { attemptDeadlineSeconds: attemptDeadline, timeoutSeconds: timeout, leaseSeconds: lease };
}

function retryOf(values: KnownValues): RetrySettings {
  return {
    retryCount: values['retryConfig.retryCount'],
    maxRetryDurationSeconds: values['retryConfig.maxRetryDuration'],
    minBackoffSeconds: values['retryConfig.minBackoffDuration'],
    maxBackoffSeconds: values['retryConfig.maxBackoffDuration'],
    maxDoublings: values['retryConfig.maxDoublings'],
  };
}

function worstCaseEndOf(values: KnownValues): number {
  return longestRetryWindowSeconds(retryOf(values), values.attemptDeadline) + values.attemptDeadline;
}
