import type { Problem } from '../problem';
import { claimAllowanceSeconds, defaultLeaseSeconds, longestTimeoutSeconds } from './allowances';
import type { BackoffReading } from './backoff';
import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';
import { checkCrashRecovery } from './crash-recovery-rule';
import { coveredFaults, crashRecoveryTimes } from './crash-recovery-times';
import { asRecoveryInput, type DerivedRetry, deriveRetry, longestDeadlineSeconds } from './derive-retry';
import { checkLease } from './lease-rule';
import { checkRenewal, RENEWALS_PER_LEASE } from './renewed-lease-rule';
import { checkRetention } from './retention-rule';
import { boundRetryWindow, type OpenRetrySettings, type RetryWindowBound } from './retry-bound';
import { retryInstantsSeconds } from './retry-instants';
import { checkTimeout } from './timeout-rule';
import type { Timing } from './timing';
import { checkRanges, type TimingInput, withoutUnusable } from './timing-input';
import { timingWarnings } from './timing-warnings';
import { uncheckedRules } from './unchecked-rules';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';
import { worstCaseEndSeconds } from './worst-case-end';

const DAY_SECONDS = 86_400;

/**
 * Completes the times of a job so that rules I1 to I4 hold, or says what keeps them from holding.
 *
 * What is given is kept and checked. The rest is Google's default where that recovers every crash, then the
 * smallest minimum backoff that does, then a constant backoff, then a shorter attempt deadline.
 */
export function deriveTiming(input: TimingInput): DerivedTiming {
  const key = JSON.stringify(input);
  const cached = known.get(key);
  if (cached !== undefined) return { timing: cached, problems: [] };
  const derived = derive(input);
  // What JSON cannot tell apart, such as NaN and null, is never free of problems.
  if (derived.timing !== undefined) known.set(key, derived.timing);
  return derived;
}

/** The times of a job, or what keeps the rules from holding. */
export type DerivedTiming =
  | { readonly timing: Timing; readonly problems: readonly [] }
  | { readonly timing?: undefined; readonly problems: readonly Problem[] };

/** Most jobs of an app are alike but for their time of day. */
const known = new Map<string, Timing>();

function derive(input: TimingInput): DerivedTiming {
  const usable = withoutUnusable(input);
  const derived = deriveRetry(usable);
  const lostCrashes = derived.recoversCrashes
    ? []
    : checkCrashRecovery(asRecoveryInput(usable), longestDeadlineSeconds(usable));
  const isAccepted = lostCrashes.length > 0 && usable.acceptLostCrashes !== undefined;
  const times = completeTimes(usable, derived);
  const problems = [...checkRanges(input), ...(isAccepted ? [] : lostCrashes), ...checkAttempt(times)];
  if (problems.length > 0) return { problems };

  const faults = coveredFaults(times);
  const timing: Timing = {
    ...times,
    crashRecovery: crashRecoveryTimes(times),
    coveredFaults: faults,
    acceptedLostCrashes: isAccepted ? usable.acceptLostCrashes : undefined,
    warnings: timingWarnings(usable, { ...times, coveredFaults: faults }, lostCrashes),
    unchecked: uncheckedRules(usable, derived),
  };
  return { timing, problems: [] };
}

type Times = Omit<
  Timing,
  'crashRecovery' | 'coveredFaults' | 'acceptedLostCrashes' | 'warnings' | 'unchecked'
>;

function completeTimes(input: TimingInput, derived: DerivedRetry): Times {
  const { attemptDeadlineSeconds, retry, atMostOnce } = derived;
  const { gapSeconds, isLeaseRenewed = false } = input;
  const leaseOf = (deadline: number) => defaultLeaseSeconds(deadline, isLeaseRenewed);
  const window = boundRetryWindow(retry, attemptDeadlineSeconds);
  const end = worstCaseEndSeconds(derived);
  return {
    gapSeconds,
    attemptDeadlineSeconds,
    claimAllowanceSeconds: mapKnown(attemptDeadlineSeconds, claimAllowanceSeconds),
    timeoutSeconds: mapKnown(attemptDeadlineSeconds, longestTimeoutSeconds),
    leaseSeconds: input.leaseSeconds ?? mapKnown(attemptDeadlineSeconds, leaseOf),
    isLeaseRenewed,
    retentionSeconds: input.retentionSeconds ?? defaultRetentionSeconds(window, attemptDeadlineSeconds),
    retryWindowSeconds: window.isSound ? window.seconds : UNKNOWN,
    worstCaseEndSeconds: end,
    endsBeforeNextRun: isKnown(gapSeconds) ? mapKnown(end, (seconds) => seconds < gapSeconds) : UNKNOWN,
    retry,
    retryInstantsSeconds: {
      api: knownRetryInstants(retry, 'api'),
      guide: knownRetryInstants(retry, 'guide'),
    },
    atMostOnce,
  };
}

/** Rules I1, I2 or I6, and I4, as far as their values are known. */
function checkAttempt(times: Times): Problem[] {
  const { attemptDeadlineSeconds, timeoutSeconds, leaseSeconds, isLeaseRenewed } = times;
  const { retentionSeconds, worstCaseEndSeconds } = times;
  const problems: Problem[] = [];
  if (isKnown(attemptDeadlineSeconds) && isKnown(timeoutSeconds)) {
    problems.push(...checkTimeout({ attemptDeadlineSeconds, timeoutSeconds }));
    if (isKnown(leaseSeconds) && !isLeaseRenewed) {
      problems.push(...checkLease({ attemptDeadlineSeconds, timeoutSeconds, leaseSeconds }));
    }
  }
  if (isKnown(leaseSeconds) && isLeaseRenewed) {
    const renewalPeriodSeconds = leaseSeconds / RENEWALS_PER_LEASE;
    problems.push(...checkRenewal({ leaseSeconds, renewalPeriodSeconds }));
  }
  if (isKnown(retentionSeconds) && isKnown(worstCaseEndSeconds)) {
    problems.push(...checkRetention({ retentionSeconds, worstCaseEndSeconds }));
  }
  return problems;
}

/** Whole days: a record is small, and a person may want to look at it the day after. */
function defaultRetentionSeconds(
  window: RetryWindowBound,
  attemptDeadlineSeconds: OrUnknown<number>,
): number {
  const deadline = isKnown(attemptDeadlineSeconds) ? attemptDeadlineSeconds : ATTEMPT_DEADLINE_SECONDS.to;
  return Math.ceil((window.seconds + deadline) / DAY_SECONDS) * DAY_SECONDS;
}

function knownRetryInstants(retry: OpenRetrySettings, reading: BackoffReading): readonly number[] {
  const { minBackoffSeconds, maxBackoffSeconds, maxDoublings, retryCount } = retry;
  if (!isKnown(minBackoffSeconds) || !isKnown(maxBackoffSeconds)) return [];
  if (!isKnown(maxDoublings) || !isKnown(retryCount)) return [];
  return retryInstantsSeconds({ minBackoffSeconds, maxBackoffSeconds, maxDoublings }, retryCount, reading);
}

function mapKnown<From, To>(value: OrUnknown<From>, map: (value: From) => To): OrUnknown<To> {
  return isKnown(value) ? map(value) : UNKNOWN;
}
