import { exactSeconds } from './exact-seconds';

/**
 * How to read Google's rule for the waits after the last doubling.
 *
 * `api`: each step adds `2^maxDoublings * minBackoff`, as the API reference says and its example shows.
 * `guide`: each step adds twice that, which fits the second example of the guide. What is safe must be
 * safe under both.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/configuring/retry-jobs
 */
export type BackoffReading = 'api' | 'guide';

export const BACKOFF_READINGS: readonly BackoffReading[] = ['api', 'guide'];

/** How long Cloud Scheduler waits before its retries. */
export interface Backoff {
  readonly minBackoffSeconds: number;
  readonly maxBackoffSeconds: number;
  readonly maxDoublings: number;
}

/**
 * The wait before a retry, in whole seconds; the first retry is number 1.
 *
 * Doubles `maxDoublings` times, then grows linearly, then stays at the maximum: 10 s / 300 s / 3
 * doublings gives 10, 20, 40, 80, 160, 240, 300, 300 s (`api`).
 */
export function retryDelaySeconds(backoff: Backoff, retry: number, reading: BackoffReading): number {
  const doublings = Math.min(retry - 1, backoff.maxDoublings);
  const steps = retry - doublings;
  const factor = reading === 'api' ? steps : 2 * steps - 1;
  return Math.min(
    backoff.maxBackoffSeconds,
    exactSeconds(backoff.minBackoffSeconds * 2 ** doublings * factor),
  );
}
