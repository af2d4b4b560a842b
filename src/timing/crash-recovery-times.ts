import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from './allowances';
import { BACKOFF_READINGS } from './backoff';
import { type CrashRecoverySettings, firstLostCrashAt } from './crash-recovery';
import { exactSeconds } from './exact-seconds';
import { retryInstantsSeconds } from './retry-instants';
import type { CoveredFaults, CrashRecoveryTimes, Timing } from './timing';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';

/**
 * When a retry takes the run over after the first attempt has crashed, in seconds from sending that attempt.
 *
 * `undefined` if no retry does under one of the readings of the backoff; otherwise the later of the two.
 *
 * @param crashSecond 0 to the attempt deadline
 */
export function recoveryInstantSeconds(
  settings: CrashRecoverySettings,
  crashSecond: number,
): number | undefined {
  // A crash may come right after a renewal.
  const heldFrom = settings.isLeaseRenewed
    ? crashSecond
    : Math.min(settings.claimAllowanceSeconds, crashSecond);
  const leaseEnd = exactSeconds(heldFrom + STORE_CALL_SECONDS + settings.leaseSeconds);
  const instants = BACKOFF_READINGS.map((reading) =>
    retryInstantsSeconds(settings, settings.retryCount, reading)
      .map((instant) => exactSeconds(crashSecond + instant))
      .find((instant) => instant >= leaseEnd && LATE_DISPATCH_SECONDS + instant < settings.gapSeconds),
  ).filter((instant) => instant !== undefined);
  return instants.length < BACKOFF_READINGS.length ? undefined : Math.max(...instants);
}

type Decisive = Pick<
  Timing,
  | 'gapSeconds'
  | 'attemptDeadlineSeconds'
  | 'claimAllowanceSeconds'
  | 'leaseSeconds'
  | 'isLeaseRenewed'
  | 'retry'
>;

/** The recovery of an early and of a late crash, unknown where a decisive value is. */
export function crashRecoveryTimes(timing: Decisive): CrashRecoveryTimes {
  const settings = knownSettings(timing);
  if (settings === UNKNOWN) {
    return { earlyCrashSeconds: UNKNOWN, lateCrashSeconds: UNKNOWN, firstLostCrashSeconds: UNKNOWN };
  }
  return {
    earlyCrashSeconds: recoveryInstantSeconds(settings, 0),
    lateCrashSeconds: recoveryInstantSeconds(settings, settings.attemptDeadlineSeconds),
    firstLostCrashSeconds: firstLostCrashAt(settings) ?? undefined,
  };
}

/** The single faults that do no harm under these times. */
export function coveredFaults(timing: Decisive): CoveredFaults {
  const { lateCrashSeconds, firstLostCrashSeconds } = crashRecoveryTimes(timing);
  const settings = knownSettings(timing);
  return {
    duplicateDelivery: true,
    lostAnswer: true,
    failedAttempt: settings === UNKNOWN ? UNKNOWN : repeatsInTime(settings),
    crash: firstLostCrashSeconds === UNKNOWN ? UNKNOWN : firstLostCrashSeconds === undefined,
    // The claim blocks the run as long as that of an attempt that crashed at its deadline.
    overrun: lateCrashSeconds === UNKNOWN ? UNKNOWN : lateCrashSeconds !== undefined,
  };
}

/** A failed attempt has ended its own lease, so the first retry after the latest failure decides. */
function repeatsInTime(settings: CrashRecoverySettings): boolean {
  const [first] = retryInstantsSeconds(settings, settings.retryCount, 'api');
  if (first === undefined) return false;
  return LATE_DISPATCH_SECONDS + settings.attemptDeadlineSeconds + first < settings.gapSeconds;
}

function knownSettings(timing: Decisive): OrUnknown<CrashRecoverySettings> {
  const { gapSeconds, attemptDeadlineSeconds, claimAllowanceSeconds, leaseSeconds, isLeaseRenewed, retry } =
    timing;
  const { retryCount, minBackoffSeconds, maxBackoffSeconds, maxDoublings } = retry;
  if (!isKnown(gapSeconds) || !isKnown(attemptDeadlineSeconds) || !isKnown(leaseSeconds)) return UNKNOWN;
  if (!isKnown(claimAllowanceSeconds) || !isKnown(retryCount) || !isKnown(maxDoublings)) return UNKNOWN;
  if (!isKnown(minBackoffSeconds) || !isKnown(maxBackoffSeconds)) return UNKNOWN;
  return {
    ...{ gapSeconds, attemptDeadlineSeconds, claimAllowanceSeconds, leaseSeconds, isLeaseRenewed },
    ...{ retryCount, minBackoffSeconds, maxBackoffSeconds, maxDoublings },
  };
}
