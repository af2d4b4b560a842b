import type { Problem } from '../problem';
import { claimAllowanceSeconds, longestTimeoutSeconds, shortestLeaseSeconds } from './allowances';
import type { BackoffReading } from './backoff';
import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';
import { coveredFaults, crashRecoveryTimes } from './crash-recovery-times';
import { deriveRetry } from './derive-retry';
import { checkLease } from './lease-rule';
import { checkRetention } from './retention-rule';
import { boundRetryWindow, type OpenRetrySettings, type RetryWindowBound } from './retry-bound';
import { retryInstantsSeconds } from './retry-instants';
import { checkTimeout } from './timeout-rule';
import type { Timing } from './timing';
import { checkRanges, type TimingInput, withoutUnusable } from './timing-input';
import { uncheckedRules } from './unchecked-rules';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';

const DAY_SECONDS = 86_400;

/**
 * Completes the times of a job so that rules I1 to I4 hold, or says what keeps them from holding.
 *
 * What is given is kept and checked. The rest is Google's default where that recovers every crash, then the
 * smallest minimum backoff that does, then a constant backoff, then a shorter attempt deadline.
 */
export function deriveTiming(
  input: TimingInput,
): { timing: Timing; problems: [] } | { timing?: undefined; problems: Problem[] } {
  const usable = withoutUnusable(input);
  const derived = deriveRetry(usable);
  const { attemptDeadlineSeconds, retry, atMostOnce } = derived;
  const timeoutSeconds = mapKnown(attemptDeadlineSeconds, longestTimeoutSeconds);
  const leaseSeconds = usable.leaseSeconds ?? mapKnown(attemptDeadlineSeconds, defaultLeaseSeconds);
  const window = boundRetryWindow(retry, attemptDeadlineSeconds);
  const hasExactEnd = Object.values(retry).every(isKnown);
  const worstCaseEndSeconds = hasExactEnd
    ? mapKnown(attemptDeadlineSeconds, (deadline) => window.seconds + deadline)
    : UNKNOWN;
  const { gapSeconds } = usable;

  const decisive = {
    gapSeconds,
    attemptDeadlineSeconds,
    claimAllowanceSeconds: mapKnown(attemptDeadlineSeconds, claimAllowanceSeconds),
    leaseSeconds,
    retry,
  };
  const timing: Timing = {
    ...decisive,
    timeoutSeconds,
    retentionSeconds: usable.retentionSeconds ?? defaultRetentionSeconds(window, attemptDeadlineSeconds),
    retryWindowSeconds: window.isSound ? window.seconds : UNKNOWN,
    worstCaseEndSeconds,
    endsBeforeNextRun: isKnown(gapSeconds)
      ? mapKnown(worstCaseEndSeconds, (end) => end < gapSeconds)
      : UNKNOWN,
    retryInstantsSeconds: {
      api: knownRetryInstants(retry, 'api'),
      guide: knownRetryInstants(retry, 'guide'),
    },
    crashRecovery: crashRecoveryTimes(decisive),
    coveredFaults: coveredFaults(decisive),
    atMostOnce,
    acceptedLostCrashes: undefined,
    warnings: [],
    unchecked: uncheckedRules(usable, derived),
  };
  const problems = [...checkRanges(input), ...derived.problems, ...checkAttempt(timing)];
  return problems.length === 0 ? { timing, problems: [] } : { problems };
}

/** Rules I1, I2 and I4, as far as their values are known. */
function checkAttempt(timing: Timing): Problem[] {
  const { attemptDeadlineSeconds, timeoutSeconds, leaseSeconds, retentionSeconds, worstCaseEndSeconds } =
    timing;
  const problems: Problem[] = [];
  if (isKnown(attemptDeadlineSeconds) && isKnown(timeoutSeconds)) {
    problems.push(...checkTimeout({ attemptDeadlineSeconds, timeoutSeconds }));
    if (isKnown(leaseSeconds)) {
      problems.push(...checkLease({ attemptDeadlineSeconds, timeoutSeconds, leaseSeconds }));
    }
  }
  if (isKnown(retentionSeconds) && isKnown(worstCaseEndSeconds)) {
    problems.push(...checkRetention({ retentionSeconds, worstCaseEndSeconds }));
  }
  return problems;
}

function defaultLeaseSeconds(attemptDeadlineSeconds: number): number {
  return shortestLeaseSeconds({
    attemptDeadlineSeconds,
    timeoutSeconds: longestTimeoutSeconds(attemptDeadlineSeconds),
  });
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
