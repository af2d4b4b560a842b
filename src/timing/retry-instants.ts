import { type Backoff, type BackoffReading, retryDelaySeconds } from './backoff';
import { exactSeconds } from './exact-seconds';

/**
 * When the retries are sent, in seconds after the first attempt's failure, if each retry fails at once.
 *
 * Slow failures only move them later. Five retries of 5 s / 3600 s / 5 doublings: 5, 15, 35, 75, 155.
 */
export function retryInstantsSeconds(
  backoff: Backoff,
  retryCount: number,
  reading: BackoffReading,
): readonly number[] {
  const instants: number[] = [];
  let instantSeconds = 0;
  for (let retry = 1; retry <= retryCount; retry += 1) {
    instantSeconds = exactSeconds(instantSeconds + retryDelaySeconds(backoff, retry, reading));
    instants.push(instantSeconds);
  }
  return instants;
}

/** When one retry is sent, in seconds after the first attempt's failure, if each retry fails at once. */
export function retryInstantSeconds(backoff: Backoff, retry: number, reading: BackoffReading): number {
  let instantSeconds = 0;
  for (let sent = 1; sent <= retry; sent += 1) instantSeconds += retryDelaySeconds(backoff, sent, reading);
  return instantSeconds;
}

/**
 * When one retry is sent if each fails at once and no wait has reached the maximum, without counting up to it.
 *
 * The waits double up to `minBackoff * 2^maxDoublings`, and each later one is that times 2, 3, 4 (`api`) or
 * 3, 5, 7 (`guide`).
 */
export function uncappedInstantSeconds(
  { minBackoffSeconds, maxDoublings }: Backoff,
  retry: number,
  reading: BackoffReading,
): number {
  const doubled = Math.min(retry, maxDoublings + 1);
  const linear = retry - doubled;
  const linearSteps = reading === 'api' ? (linear * (linear + 3)) / 2 : linear * (linear + 2);
  const afterDoubling = linear === 0 ? 0 : 2 ** maxDoublings * linearSteps;
  return minBackoffSeconds * (2 ** doubled - 1 + afterDoubling);
}
