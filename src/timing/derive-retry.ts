import { longestDeadlineOfLeaseSeconds } from './allowances';
import {
  ATTEMPT_DEADLINE_SECONDS,
  DEFAULT_ATTEMPT_DEADLINE_SECONDS,
  DEFAULT_BACKOFF,
  DEFAULT_RETRY_COUNT,
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
    recoversCrashes: firstLostAt === null || mayTurnRetriesOff(retry),
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
 * Whether retries may turn out to be off, so that rule I3 does not apply.
 *
 * Any other unknown value was free when nothing was found: what fails then, fails whatever it will be.
 */
function mayTurnRetriesOff({ retryCount, maxRetryDurationSeconds = 0 }: RetryInput): boolean {
  const isUnknown = retryCount === UNKNOWN || maxRetryDurationSeconds === UNKNOWN;
  const mayBeOff =
    [0, UNKNOWN].includes(retryCount ?? DEFAULT_RETRY_COUNT) &&
    [0, UNKNOWN].includes(maxRetryDurationSeconds);
  return isUnknown && mayBeOff;
}

/**
 * What rule I3 depends on.
 *
 * An unknown value is derived for; beside an unknown minimum the maximum stays large. A lease that is too short
 * for the deadline is left open: it has to be raised, and the retries have to come after the raised one.
 */
export function asRecoveryInput(input: TimingInput): RecoveryInput {
  const { retry } = input;
  const maximum = retry.minBackoffSeconds === UNKNOWN ? DEFAULT_BACKOFF.maxBackoffSeconds : undefined;
  const leaseSeconds = knownOnly(input.leaseSeconds);
  const given = {
    gapSeconds: knownGapSeconds(input),
    attemptDeadlineSeconds: knownOnly(input.attemptDeadlineSeconds),
    leaseSeconds,
    isLeaseRenewed: input.isLeaseRenewed,
    retryCount: knownOnly(retry.retryCount),
    minBackoffSeconds: knownOnly(retry.minBackoffSeconds),
    maxBackoffSeconds: knownOnly(retry.maxBackoffSeconds) ?? maximum,
    maxDoublings: knownOnly(retry.maxDoublings),
  };
  if (input.attemptDeadlineSeconds !== undefined) return withoutShortLease(given);
  const attemptDeadlineSeconds = scheduleDeadlineSeconds(given.gapSeconds);
  const completed = withoutShortLease({ ...given, attemptDeadlineSeconds, hasDefaultDeadline: true });
  // Where crashes may be lost and are, a deadline that is short for their sake helps nobody.
  if (input.acceptLostCrashes === undefined || canRecover(completed)) return completed;
  return { ...completed, leaseSeconds, attemptDeadlineSeconds: DEFAULT_ATTEMPT_DEADLINE_SECONDS };
}

function withoutShortLease(input: RecoveryInput): RecoveryInput {
  const { leaseSeconds = Infinity, attemptDeadlineSeconds = ATTEMPT_DEADLINE_SECONDS.from } = input;
  const isTooShort =
    attemptDeadlineSeconds > longestDeadlineOfLeaseSeconds(leaseSeconds, input.isLeaseRenewed);
  return isTooShort ? { ...input, leaseSeconds: undefined } : input;
}

function knownGapSeconds({ gapSeconds }: TimingInput): number {
  return isKnown(gapSeconds) ? gapSeconds : Infinity;
}

const knownDeadlines = new Map<number, number>();

/** Google's default, or the longest shorter one for which the schedule leaves room; nothing else shortens it. */
function scheduleDeadlineSeconds(gapSeconds: number): number {
  const cached = knownDeadlines.get(gapSeconds);
  if (cached !== undefined) return cached;
  const { attemptDeadlineSeconds } = deriveRecovery(
    { gapSeconds },
    DEFAULT_ATTEMPT_DEADLINE_SECONDS,
  ).settings;
  knownDeadlines.set(gapSeconds, attemptDeadlineSeconds);
  return attemptDeadlineSeconds;
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
