import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from './allowances';
import { BACKOFF_READINGS, type Backoff } from './backoff';
import { exactSeconds } from './exact-seconds';
import { retryInstantsSeconds } from './retry-instants';

/** What decides whether a crashed first attempt is taken over by a retry. Whole seconds. */
export interface CrashRecoverySettings extends Backoff {
  /** Smallest gap between scheduled times (`G`); `Infinity` when nothing bounds it. */
  readonly gapSeconds: number;
  readonly attemptDeadlineSeconds: number;
  readonly claimAllowanceSeconds: number;
  readonly leaseSeconds: number;
  /** A crash may come right after a renewal, so the lease ends `leaseSeconds` after it. @default false */
  readonly isLeaseRenewed?: boolean;
  readonly retryCount: number;
}

/**
 * The first second of the attempt's life at which a crash is lost (rule I3), `null` when there is none.
 *
 * Both readings of the backoff count: the earlier loss is told. Seconds 0 to the attempt deadline are
 * looked at; since all limits are whole, nothing is lost between two of them either.
 */
export function firstLostCrashAt(settings: CrashRecoverySettings): number | null {
  const lost = BACKOFF_READINGS.map((reading) =>
    firstLostAmong(settings, retryInstantsSeconds(settings, settings.retryCount, reading)),
  ).filter((second) => second !== null);
  return lost.length === 0 ? null : Math.min(...lost);
}

function firstLostAmong(settings: CrashRecoverySettings, retryInstants: readonly number[]): number | null {
  const recovered = retryInstants.map((instant) => crashesRecoveredBy(settings, instant));
  let second = 0;
  while (second <= settings.attemptDeadlineSeconds) {
    const ends = recovered.filter(({ from, end }) => from <= second && second < end).map(({ end }) => end);
    if (ends.length === 0) return second;
    second = Math.max(...ends);
  }
  return null;
}

/** The crashes that one retry recovers: from a first second up to, without, an end. */
function crashesRecoveredBy(
  settings: CrashRecoverySettings,
  retryInstantSeconds: number,
): { readonly from: number; readonly end: number } {
  const blockedSeconds = exactSeconds(settings.leaseSeconds + STORE_CALL_SECONDS);
  const end = exactSeconds(settings.gapSeconds - LATE_DISPATCH_SECONDS - retryInstantSeconds);
  // While the lease moves with the crash, as it does before the claim allowance is over, only the wait decides.
  if (retryInstantSeconds >= blockedSeconds) return { from: 0, end };
  const from = exactSeconds(settings.claimAllowanceSeconds + blockedSeconds - retryInstantSeconds);
  return { from: settings.isLeaseRenewed ? Infinity : from, end };
}
