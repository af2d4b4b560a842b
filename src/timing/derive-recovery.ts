import { claimAllowanceSeconds, LEASE_MARGIN_SECONDS, STORE_CALL_SECONDS } from './allowances';
import { type Backoff, retryDelaySeconds } from './backoff';
import { ATTEMPT_DEADLINE_SECONDS, DEFAULT_BACKOFF, DEFAULT_RETRY_COUNT } from './cloud-scheduler-limits';
import { type CrashRecoverySettings, firstLostCrashAt } from './crash-recovery';
import { largestWorking } from './largest-working';

/** What is fixed about a job before its retries are derived. Whole seconds; absent means free. */
export interface RecoveryInput extends Partial<Backoff> {
  /** Smallest gap between scheduled times; `Infinity` when nothing bounds it. */
  readonly gapSeconds: number;
  readonly attemptDeadlineSeconds?: number;
  readonly leaseSeconds?: number;
  readonly isLeaseRenewed?: boolean;
  readonly retryCount?: number;
}

/** Settings with the first crash that they lose, `null` when they recover every crash. */
export interface Recovery {
  readonly settings: CrashRecoverySettings;
  readonly firstLostAt: number | null;
}

/**
 * Completes the settings so that every crash of the first attempt is recovered (rule I3).
 *
 * A free attempt deadline is the longest that works, up to `longestDeadlineSeconds`: what works for one
 * works for each shorter one, since the lease shrinks with it. If nothing works, the result is the attempt
 * at the shortest deadline that comes furthest.
 */
export function deriveRecovery(input: RecoveryInput, longestDeadlineSeconds: number): Recovery {
  if (input.attemptDeadlineSeconds !== undefined) return withDeadline(input, input.attemptDeadlineSeconds);
  const shortest = ATTEMPT_DEADLINE_SECONDS.from;
  const leaseAllows = input.isLeaseRenewed
    ? Infinity
    : (input.leaseSeconds ?? Infinity) - LEASE_MARGIN_SECONDS;
  const longest = Math.max(shortest, Math.min(longestDeadlineSeconds, leaseAllows));
  const preferred = withDeadline(input, longest);
  if (preferred.firstLostAt === null) return preferred;
  const working = largestWorking(
    shortest,
    longest - 1,
    (deadline) => withDeadline(input, deadline).firstLostAt === null,
  );
  return withDeadline(input, working ?? shortest);
}

function withDeadline(input: RecoveryInput, attemptDeadlineSeconds: number): Recovery {
  const attempt = {
    gapSeconds: input.gapSeconds,
    attemptDeadlineSeconds,
    claimAllowanceSeconds: claimAllowanceSeconds(attemptDeadlineSeconds),
    leaseSeconds: input.leaseSeconds ?? attemptDeadlineSeconds + LEASE_MARGIN_SECONDS,
    isLeaseRenewed: input.isLeaseRenewed,
    retryCount: input.retryCount ?? DEFAULT_RETRY_COUNT,
  };
  let best: Recovery | undefined;
  for (const backoff of candidateBackoffs(input, attempt)) {
    const settings = { ...attempt, ...backoff };
    const recovery = { settings, firstLostAt: firstLostCrashAt(settings) };
    if (recovery.firstLostAt === null) return recovery;
    if (best === undefined || recovery.firstLostAt > (best.firstLostAt ?? 0)) best = recovery;
  }
  if (best === undefined) throw new Error('assumption failed: there is a backoff to try');
  return best;
}

/**
 * Exponential backoffs from Google's default upwards, then constant ones.
 *
 * No minimum has to exceed lease and store call: the first retry then serves each crash
 * as to the lease, and a later one only comes nearer to the next scheduled time.
 */
function* candidateBackoffs(
  input: RecoveryInput,
  attempt: { readonly leaseSeconds: number; readonly retryCount: number },
): Generator<Backoff> {
  const blockedSeconds = attempt.leaseSeconds + STORE_CALL_SECONDS;
  const maxDoublings = input.maxDoublings ?? DEFAULT_BACKOFF.maxDoublings;
  const given = input.minBackoffSeconds;
  const first = given ?? Math.min(DEFAULT_BACKOFF.minBackoffSeconds, input.maxBackoffSeconds ?? Infinity);
  const largest = Math.min(blockedSeconds, input.gapSeconds, input.maxBackoffSeconds ?? Infinity);
  const last = given ?? Math.max(first, largest);

  for (let minBackoffSeconds = first; minBackoffSeconds <= last; minBackoffSeconds += 1) {
    const maxBackoffSeconds =
      input.maxBackoffSeconds ?? Math.max(DEFAULT_BACKOFF.maxBackoffSeconds, minBackoffSeconds);
    yield { minBackoffSeconds, maxBackoffSeconds, maxDoublings };
  }
  if (input.maxBackoffSeconds !== undefined) return;
  if (given === undefined) {
    for (let constant = first; constant <= last; constant += 1) {
      yield { minBackoffSeconds: constant, maxBackoffSeconds: constant, maxDoublings };
    }
    return;
  }
  const uncapped = { minBackoffSeconds: given, maxBackoffSeconds: Infinity, maxDoublings };
  const longestDelay = retryDelaySeconds(uncapped, Math.max(1, attempt.retryCount), 'guide');
  const firstIdleCap = Math.min(input.gapSeconds, DEFAULT_BACKOFF.maxBackoffSeconds, longestDelay);
  for (let cap = given; cap < firstIdleCap; cap += 1) {
    yield { minBackoffSeconds: given, maxBackoffSeconds: cap, maxDoublings };
  }
}
