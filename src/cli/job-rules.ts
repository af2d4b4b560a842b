import type { LeaseKind } from '../contract/job-settings';
import { describeProblem, type Problem } from '../problem';
import { claimAllowanceSeconds, STORE_CALL_SECONDS } from '../timing/allowances';
import { firstLostCrashAt } from '../timing/crash-recovery';
import { checkCrashRecovery } from '../timing/crash-recovery-rule';
import { checkLease } from '../timing/lease-rule';
import { checkEndsBeforeNextRun } from '../timing/next-run-rule';
import { checkRenewal, RENEWALS_PER_LEASE } from '../timing/renewed-lease-rule';
import { checkRetention } from '../timing/retention-rule';
import { longestRetryWindowSeconds, type RetrySettings, retriesAreOff } from '../timing/retry-window';
import { checkTimeout } from '../timing/timeout-rule';
import type { ExistingJob } from './existing-job';
import type { SettingKey } from './job-settings';
import { renamed } from './setting-names';

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
  /** @default - it is about leases of both kinds */
  readonly leaseKind?: LeaseKind;
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

const RULES: readonly JobRule[] = [
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
    leaseKind: 'fixed',
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
  {
    rule: 'I6',
    text: 'the lease can be renewed in time',
    leaseKind: 'renewed',
    needs: ['lease'],
    isOfHandler: true,
    check: ({ lease }) => ({
      problems: checkRenewal({ leaseSeconds: lease, renewalPeriodSeconds: lease / RENEWALS_PER_LEASE }),
    }),
  },
];

/** The rules for a job: a lease that is renewed need not outlive its attempt, and has a rule of its own. */
export function jobRules({ handler }: ExistingJob): readonly JobRule[] {
  const kindOfJob: LeaseKind = handler?.isLeaseRenewed ? 'renewed' : 'fixed';
  return RULES.filter(({ leaseKind = kindOfJob }) => leaseKind === kindOfJob);
}

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
  const { schedule, attemptDeadline, lease } = values;
  const { retryCount, minBackoffSeconds, maxBackoffSeconds, maxDoublings } = retry;
  const settings = {
    ...{ gapSeconds: schedule, attemptDeadlineSeconds: attemptDeadline, leaseSeconds: lease },
    ...{ retryCount, minBackoffSeconds, maxBackoffSeconds, maxDoublings },
  };
  const isLeaseRenewed = job.handler?.isLeaseRenewed;
  const firstLostAt = firstLostCrashAt({
    ...settings,
    isLeaseRenewed,
    claimAllowanceSeconds: claimAllowanceSeconds(attemptDeadline),
  });
  if (firstLostAt === null) return {};
  // The search for the smallest change goes by whole seconds.
  if (!Object.values(settings).every(isWhole)) return { problems: [lostBetweenSeconds(values, firstLostAt)] };
  // A lease that nobody gave follows the deadline, also in the fixes.
  const leaseSeconds = job.handler?.leaseSeconds === undefined ? undefined : lease;
  return { problems: checkCrashRecovery({ ...settings, leaseSeconds, isLeaseRenewed }, attemptDeadline) };
}

function isWhole(value: number): boolean {
  return Number.isInteger(value) || value === Infinity;
}

function lostBetweenSeconds(values: KnownValues, firstLostAt: number): Problem {
  const prop = 'retryConfig.minBackoffDuration';
  return {
    prop,
    must: `bring a retry after the lease (${values.lease} s + ${STORE_CALL_SECONDS} s) of each crashed attempt and before the next scheduled time`,
    got: `${values[prop]} s (a crash at second ${firstLostAt} is lost)`,
  };
}

function overlap(values: KnownValues, { names }: ExistingJob): Verdict {
  const problems = checkEndsBeforeNextRun({
    worstCaseEndSeconds: worstCaseEndOf(values),
    gapSeconds: values.schedule,
  });
  return { note: problems.map((problem) => describeProblem(renamed(problem, names)))[0] };
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
