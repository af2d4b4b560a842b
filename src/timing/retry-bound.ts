import { ATTEMPT_DEADLINE_SECONDS, DEFAULT_BACKOFF, RETRY_COUNT } from './cloud-scheduler-limits';
import { longestRetryWindowSeconds, type RetrySettings } from './retry-window';
import { isKnown, type OrUnknown } from './unknown';

/** Retry settings of which some are known only at deploy time. */
export type OpenRetrySettings = { readonly [Setting in keyof RetrySettings]: OrUnknown<number> };

/** A bound of the retry window, in seconds, and whether it holds whatever the unknown values will be. */
export interface RetryWindowBound {
  readonly seconds: number;
  readonly isSound: boolean;
}

/**
 * Bounds the retry window where values are known only at deploy time.
 *
 * Count and attempt deadline have Google's limits, the wait has its maximum. Nothing bounds an unknown
 * maximum or duration: there Cloud Scheduler's defaults stand in, and the bound is not sound.
 */
export function boundRetryWindow(
  retry: OpenRetrySettings,
  attemptDeadlineSeconds: OrUnknown<number>,
): RetryWindowBound {
  const { minBackoffSeconds, maxBackoffSeconds, maxDoublings, retryCount, maxRetryDurationSeconds } = retry;
  const longestWait = knownOr(maxBackoffSeconds, DEFAULT_BACKOFF.maxBackoffSeconds);
  const shortestWait = knownOr(minBackoffSeconds, longestWait);
  const settings: RetrySettings = {
    retryCount: knownOr(retryCount, RETRY_COUNT.to),
    maxRetryDurationSeconds: knownOr(maxRetryDurationSeconds, 0),
    minBackoffSeconds: isKnown(maxDoublings) ? shortestWait : longestWait,
    maxBackoffSeconds: Math.max(longestWait, shortestWait),
    maxDoublings: knownOr(maxDoublings, DEFAULT_BACKOFF.maxDoublings),
  };
  return {
    seconds: longestRetryWindowSeconds(
      settings,
      knownOr(attemptDeadlineSeconds, ATTEMPT_DEADLINE_SECONDS.to),
    ),
    isSound: isKnown(maxBackoffSeconds) && isKnown(maxRetryDurationSeconds),
  };
}

function knownOr(value: OrUnknown<number>, substitute: number): number {
  return isKnown(value) ? value : substitute;
}
