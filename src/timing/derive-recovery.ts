import { claimAllowanceSeconds, defaultLeaseSeconds, longestDeadlineOfLeaseSeconds } from './allowances';
import type { Backoff } from './backoff';
import { candidateBackoffs } from './backoff-candidates';
import { ATTEMPT_DEADLINE_SECONDS, DEFAULT_RETRY_COUNT } from './cloud-scheduler-limits';
import { type CrashRecoverySettings, firstLostCrashAt } from './crash-recovery';
import { largestWorking } from './largest-working';

/** What is fixed about a job before its retries are derived. Whole seconds; absent means free. */
export interface RecoveryInput extends Partial<Backoff> {
  /** Smallest gap between scheduled times; `Infinity` when nothing bounds it. */
  readonly gapSeconds: number;
  readonly attemptDeadlineSeconds?: number;
  readonly leaseSeconds?: number;
  /** A free lease is then the shortest that can be renewed. @default false */
  readonly isLeaseRenewed?: boolean;
  readonly retryCount?: number;
  /** The deadline is not the user's own but the default: the user sets it rather than changes it. */
  readonly hasDefaultDeadline?: boolean;
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
 * works for each shorter one, since the lease shrinks with it or is renewed. If nothing works, the result is the attempt
 * at the shortest deadline that comes furthest.
 */
export function deriveRecovery(input: RecoveryInput, longestDeadlineSeconds: number): Recovery {
  if (input.attemptDeadlineSeconds !== undefined) return withDeadline(input, input.attemptDeadlineSeconds);
  const shortest = ATTEMPT_DEADLINE_SECONDS.from;
  const leaseAllows = longestDeadlineOfLeaseSeconds(input.leaseSeconds, input.isLeaseRenewed);
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

/** Whether free values can be chosen so that every crash is recovered. */
export function canRecover(input: RecoveryInput): boolean {
  return deriveRecovery(input, ATTEMPT_DEADLINE_SECONDS.from).firstLostAt === null;
}

/** The backoffs to try with which every crash is recovered; a free attempt deadline is the shortest. */
export function recoveringBackoffs(input: RecoveryInput): Backoff[] {
  const attempt = attemptOf(input, input.attemptDeadlineSeconds ?? ATTEMPT_DEADLINE_SECONDS.from);
  return [...candidateBackoffs(input, attempt)].filter(
    (backoff) => firstLostCrashAt({ ...attempt, ...backoff }) === null,
  );
}

function attemptOf(
  input: RecoveryInput,
  attemptDeadlineSeconds: number,
): Omit<CrashRecoverySettings, keyof Backoff> {
  return {
    gapSeconds: input.gapSeconds,
    attemptDeadlineSeconds,
    claimAllowanceSeconds: claimAllowanceSeconds(attemptDeadlineSeconds),
    leaseSeconds: input.leaseSeconds ?? defaultLeaseSeconds(attemptDeadlineSeconds, input.isLeaseRenewed),
    isLeaseRenewed: input.isLeaseRenewed,
    retryCount: input.retryCount ?? DEFAULT_RETRY_COUNT,
  };
}

function withDeadline(input: RecoveryInput, attemptDeadlineSeconds: number): Recovery {
  const attempt = attemptOf(input, attemptDeadlineSeconds);
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
