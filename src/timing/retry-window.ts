import { BACKOFF_READINGS, type Backoff, type BackoffReading, retryDelaySeconds } from './backoff';
import { exactSeconds } from './exact-seconds';
import { largestWorking } from './largest-working';
import { retryInstantsSeconds, uncappedInstantSeconds } from './retry-instants';

/** When and how often Cloud Scheduler retries. */
export interface RetrySettings extends Backoff {
  readonly retryCount: number;
  /** Counted from the first attempt; 0 leaves it to the count. */
  readonly maxRetryDurationSeconds: number;
}

/** Whether a failed attempt is the run's last: no retry by count and none by duration. */
export function retriesAreOff(retry: Pick<RetrySettings, 'retryCount' | 'maxRetryDurationSeconds'>): boolean {
  return retry.retryCount === 0 && retry.maxRetryDurationSeconds === 0;
}

/**
 * Longest time from sending the first delivery to sending the last retry, in seconds.
 *
 * The counted retries are latest when each attempt lasts its whole deadline. With a duration, retries
 * go on until the count and the duration are used up: the last one is decided when the duration ends
 * and sent one wait later. That wait is longest when attempts fail at once, since more retries have then
 * grown it. Both readings of the backoff are bounded.
 */
export function longestRetryWindowSeconds(retry: RetrySettings, attemptDeadlineSeconds: number): number {
  return Math.max(
    ...BACKOFF_READINGS.map((reading) => {
      const lastCounted = retryInstantsSeconds(retry, retry.retryCount, reading).at(-1) ?? 0;
      const countedEnd = exactSeconds(retry.retryCount * attemptDeadlineSeconds + lastCounted);
      return Math.max(countedEnd, lastRetryByDuration(retry, lastCounted, reading));
    }),
  );
}

function lastRetryByDuration(
  retry: RetrySettings,
  lastCountedSeconds: number,
  reading: BackoffReading,
): number {
  const duration = retry.maxRetryDurationSeconds;
  if (duration === 0 || lastCountedSeconds > duration) return 0;
  // Each wait takes a second at least, so the duration is over after as many retries.
  const lastWithin = largestWorking(retry.retryCount + 1, retry.retryCount + 1 + duration, (next) => {
    const isCapped = retryDelaySeconds(retry, next, reading) === retry.maxBackoffSeconds;
    return !isCapped && uncappedInstantSeconds(retry, next, reading) <= duration;
  });
  return exactSeconds(duration + retryDelaySeconds(retry, (lastWithin ?? retry.retryCount) + 1, reading));
}
