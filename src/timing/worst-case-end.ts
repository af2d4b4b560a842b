import { boundRetryWindow, type OpenRetrySettings } from './retry-bound';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';

/**
 * When the last possible attempt of a run ends at the latest, in seconds from sending the first delivery.
 *
 * Each attempt lasts its whole deadline, and retries go on until count and duration are used up.
 */
export function worstCaseEndSeconds({
  attemptDeadlineSeconds,
  retry,
}: {
  readonly attemptDeadlineSeconds: OrUnknown<number>;
  readonly retry: OpenRetrySettings;
}): OrUnknown<number> {
  if (!isKnown(attemptDeadlineSeconds) || !Object.values(retry).every(isKnown)) return UNKNOWN;
  return boundRetryWindow(retry, attemptDeadlineSeconds).seconds + attemptDeadlineSeconds;
}
