import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from './allowances';
import { BACKOFF_READINGS } from './backoff';
import type { CrashRecoverySettings } from './crash-recovery';
import { retryInstantsSeconds } from './retry-instants';

/**
 * Whether each crash is recovered when the holder renews a short lease while it works.
 *
 * Such a lease may end up to its full length after any crash, so a single retry has to serve them all:
 * late enough for the last renewal, and early enough for the latest crash.
 */
export function renewedLeaseRecovers(
  settings: Omit<CrashRecoverySettings, 'claimAllowanceSeconds'>,
): boolean {
  return BACKOFF_READINGS.every((reading) =>
    retryInstantsSeconds(settings, settings.retryCount, reading).some(
      (instant) =>
        instant >= settings.leaseSeconds + STORE_CALL_SECONDS &&
        LATE_DISPATCH_SECONDS + settings.attemptDeadlineSeconds + instant < settings.gapSeconds,
    ),
  );
}
