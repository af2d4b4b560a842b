import { longestDeadlineOfLeaseSeconds } from './allowances';
import {
  ATTEMPT_DEADLINE_SECONDS,
  DEFAULT_ATTEMPT_DEADLINE_SECONDS,
  DEFAULT_BACKOFF,
} from './cloud-scheduler-limits';
import { canRecover, deriveRecovery, type RecoveryInput } from './derive-recovery';
import type { OpenRetrySettings } from './retry-bound';
import { retriesAreOff } from './retry-window';
import type { RetryInput, TimingInput } from './timing-input';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';

/** Attempt deadline and retries, which are derived together because rule I3 ties them. */
export interface DerivedRetry {
  readonly attemptDeadlineSeconds: OrUnknown<number>;
  readonly retry: OpenRetrySettings;
  readonly atMostOnce: boolean;
  /** The longest attempt deadline for which the retries recover every crash. */
  readonly recoversUpToSeconds: number;
  /** Rule I3 holds, or may hold once everything is known. */
  readonly recoversCrashes: boolean;
}

/** Derives attempt deadline and retries from values that are in range, or unknown. */
export function deriveRetry(input: TimingInput): DerivedRetry {
  const { retry } = input;
  if (isTurnedOff(retry)) {
    const minBackoffSeconds = retry.minBackoffSeconds ?? DEFAULT_BACKOFF.minBackoffSeconds;
    const maxBackoffSeconds = retry.maxBackoffSeconds ?? DEFAULT_BACKOFF.maxBackoffSeconds;
    return {
      attemptDeadlineSeconds: input.attemptDeadlineSeconds ?? DEFAULT_ATTEMPT_DEADLINE_SECONDS,
      retry: {
        retryCount: 0,
        maxRetryDurationSeconds: 0,
        minBackoffSeconds: retry.minBackoffSeconds ?? smaller(minBackoffSeconds, maxBackoffSeconds),
        maxBackoffSeconds: retry.maxBackoffSeconds ?? larger(minBackoffSeconds, maxBackoffSeconds),
        maxDoublings: retry.maxDoublings ?? DEFAULT_BACKOFF.maxDoublings,
      },
      atMostOnce: true,
      recoversUpToSeconds: 0,
      recoversCrashes: true,
    };
  }

  const { settings, firstLostAt } = deriveRecovery(asRecoveryInput(input), longestDeadlineSeconds(input));
  return {
    attemptDeadlineSeconds: input.attemptDeadlineSeconds ?? settings.attemptDeadlineSeconds,
    retry: {
      retryCount: retry.retryCount ?? settings.retryCount,
      maxRetryDurationSeconds: retry.maxRetryDurationSeconds ?? 0,
      minBackoffSeconds: retry.minBackoffSeconds ?? settings.minBackoffSeconds,
      maxBackoffSeconds: retry.maxBackoffSeconds ?? settings.maxBackoffSeconds,
      maxDoublings: retry.maxDoublings ?? settings.maxDoublings,
    },
    atMostOnce: false,
    recoversUpToSeconds: settings.attemptDeadlineSeconds,
    recoversCrashes: firstLostAt === null || leavesRecoveryOpen(input),
  };
}

/** The longest deadline that is derived; where it is unknown, the retries have to serve as long a one as they can. */
export function longestDeadlineSeconds({ attemptDeadlineSeconds }: TimingInput): number {
  return attemptDeadlineSeconds === UNKNOWN ? ATTEMPT_DEADLINE_SECONDS.to : DEFAULT_ATTEMPT_DEADLINE_SECONDS;
}

function isTurnedOff({ retryCount, maxRetryDurationSeconds = 0 }: RetryInput): boolean {
  if (retryCount === undefined || !isKnown(retryCount) || !isKnown(maxRetryDurationSeconds)) return false;
  return retriesAreOff({ retryCount, maxRetryDurationSeconds });
}

/**
 * Whether the deployment may still make rule I3 hold, or not apply.
 *
 * An unknown gap is taken as unbounded and an unknown deadline as the best one: what fails then, fails.
 */
function leavesRecoveryOpen({ leaseSeconds, retry }: TimingInput): boolean {
  const { maxRetryDurationSeconds, ...decisive } = retry;
  return (
    [leaseSeconds, ...Object.values(decisive)].includes(UNKNOWN) ||
    (retry.retryCount === 0 && maxRetryDurationSeconds === UNKNOWN)
  );
}

/**
 * What rule I3 depends on.
 *
 * An unknown value is derived for; beside an unknown minimum the maximum stays large. Where crashes may be lost
 * and are, a free deadline is Google's: no shorter one would help.
 */
export function asRecoveryInput(input: TimingInput): RecoveryInput {
  const { gapSeconds, retry } = input;
  const maximum = retry.minBackoffSeconds === UNKNOWN ? DEFAULT_BACKOFF.maxBackoffSeconds : undefined;
  const recoveryInput = {
    gapSeconds: isKnown(gapSeconds) ? gapSeconds : Infinity,
    attemptDeadlineSeconds: knownOnly(input.attemptDeadlineSeconds),
    leaseSeconds: knownOnly(input.leaseSeconds),
    isLeaseRenewed: input.isLeaseRenewed,
    retryCount: knownOnly(retry.retryCount),
    minBackoffSeconds: knownOnly(retry.minBackoffSeconds),
    maxBackoffSeconds: knownOnly(retry.maxBackoffSeconds) ?? maximum,
    maxDoublings: knownOnly(retry.maxDoublings),
  };
  const isLossy = input.acceptLostCrashes !== undefined && !canRecover(recoveryInput);
  return isLossy && input.attemptDeadlineSeconds === undefined
    ? { ...recoveryInput, attemptDeadlineSeconds: usualDeadlineSeconds(recoveryInput) }
    : recoveryInput;
}

function usualDeadlineSeconds({ leaseSeconds, isLeaseRenewed }: RecoveryInput): number {
  const leaseAllows = longestDeadlineOfLeaseSeconds(leaseSeconds, isLeaseRenewed);
  return Math.min(DEFAULT_ATTEMPT_DEADLINE_SECONDS, Math.max(ATTEMPT_DEADLINE_SECONDS.from, leaseAllows));
}

function knownOnly(value: OrUnknown<number> | undefined): number | undefined {
  return value === UNKNOWN ? undefined : value;
}

function smaller(first: OrUnknown<number>, second: OrUnknown<number>): OrUnknown<number> {
  return isKnown(first) && isKnown(second) ? Math.min(first, second) : first;
}

function larger(first: OrUnknown<number>, second: OrUnknown<number>): OrUnknown<number> {
  return isKnown(first) && isKnown(second) ? Math.max(first, second) : second;
}
