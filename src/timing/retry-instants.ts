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
