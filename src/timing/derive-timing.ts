import type { Problem } from '../problem';
import { claimAllowanceSeconds, longestTimeoutSeconds, shortestLeaseSeconds } from './allowances';
import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';
import { deriveRetry } from './derive-retry';
import { checkLease } from './lease-rule';
import { checkRenewedLease } from './renewed-lease-rule';
import { checkRetention } from './retention-rule';
import { boundRetryWindow, type OpenRetrySettings, type RetryWindowBound } from './retry-bound';
import { retryInstantsSeconds } from './retry-instants';
import { checkTimeout } from './timeout-rule';
import { checkRanges, type TimingInput, withoutUnusable } from './timing-input';
import { uncheckedRules } from './unchecked-rules';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';

/** The times of a job, in seconds: what was given, and the rest derived so that the rules hold. */
export interface Timing {
  /** How long Cloud Scheduler waits for an answer (`D`). */
  readonly attemptDeadlineSeconds: OrUnknown<number>;
  /** From sending a delivery to its claim (`a`). */
  readonly claimAllowanceSeconds: OrUnknown<number>;
  /** The handler's own limit for an attempt, counted from its claim (`T`). */
  readonly timeoutSeconds: OrUnknown<number>;
  /** How long a claim blocks its run (`L`). */
  readonly leaseSeconds: OrUnknown<number>;
  /** How long the record of a run is kept (`R`). */
  readonly retentionSeconds: OrUnknown<number>;
  /** Longest time from the first delivery to the last retry, at most: a bound where values are unknown. */
  readonly retryWindowSeconds: OrUnknown<number>;
  /** When the last possible attempt of a run ends at the latest, counted from the first delivery. */
  readonly worstCaseEndSeconds: OrUnknown<number>;
  /** Rule I5: each run is over before the next one is due, so none starts late or is skipped. */
  readonly endsBeforeNextRun: OrUnknown<boolean>;
  readonly retry: OpenRetrySettings;
  /** When retries are sent if each attempt fails at once, counted from the first failure. */
  readonly retryInstants: readonly number[];
  /** Retries are off: a run whose attempt fails or crashes is lost. */
  readonly atMostOnce: boolean;
  /** The rules that depend on values known only at deploy time, as sentences for the user. */
  readonly unchecked: readonly string[];
}

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

  const timing: Timing = {
    attemptDeadlineSeconds,
    claimAllowanceSeconds: mapKnown(attemptDeadlineSeconds, claimAllowanceSeconds),
    timeoutSeconds,
    leaseSeconds,
    retentionSeconds: usable.retentionSeconds ?? defaultRetentionSeconds(window, attemptDeadlineSeconds),
    retryWindowSeconds: window.isSound ? window.seconds : UNKNOWN,
    worstCaseEndSeconds,
    endsBeforeNextRun: isKnown(gapSeconds)
      ? mapKnown(worstCaseEndSeconds, (end) => end < gapSeconds)
      : UNKNOWN,
    retry,
    retryInstants: knownRetryInstants(retry),
    atMostOnce,
    unchecked: uncheckedRules(usable, derived),
  };
  const problems = [...checkRanges(input), ...derived.problems, ...checkAttempt(timing, input)];
  return problems.length === 0 ? { timing, problems: [] } : { problems };
}

/** Rules I1, I2 or I6, and I4, as far as their values are known. */
function checkAttempt(timing: Timing, { isLeaseRenewed }: TimingInput): Problem[] {
  const { attemptDeadlineSeconds, timeoutSeconds, leaseSeconds, retentionSeconds, worstCaseEndSeconds } =
    timing;
  const problems: Problem[] = [];
  if (isKnown(attemptDeadlineSeconds) && isKnown(timeoutSeconds)) {
    problems.push(...checkTimeout({ attemptDeadlineSeconds, timeoutSeconds }));
    if (isKnown(leaseSeconds) && !isLeaseRenewed) {
      problems.push(...checkLease({ attemptDeadlineSeconds, timeoutSeconds, leaseSeconds }));
    }
  }
  if (isKnown(leaseSeconds) && isLeaseRenewed) problems.push(...checkRenewedLease(leaseSeconds));
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

function knownRetryInstants(retry: OpenRetrySettings): readonly number[] {
  const { minBackoffSeconds, maxBackoffSeconds, maxDoublings, retryCount } = retry;
  if (!isKnown(minBackoffSeconds) || !isKnown(maxBackoffSeconds)) return [];
  if (!isKnown(maxDoublings) || !isKnown(retryCount)) return [];
  return retryInstantsSeconds({ minBackoffSeconds, maxBackoffSeconds, maxDoublings }, retryCount, 'api');
}

function mapKnown<From, To>(value: OrUnknown<From>, map: (value: From) => To): OrUnknown<To> {
  return isKnown(value) ? map(value) : UNKNOWN;
}
