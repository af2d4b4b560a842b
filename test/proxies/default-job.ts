import { deriveTiming } from '../../src/timing/derive-timing';

const SECONDS_PER_DAY = 86_400;

/** What the construct derives for a job that runs once a day and gives nothing else. */
const { timing } = deriveTiming({ gapSeconds: SECONDS_PER_DAY, retry: {} });
if (timing === undefined) throw new Error('a default job has problems');

const { api, guide } = timing.retryInstantsSeconds;

/** From each answer to the retry that follows it, under the faster reading of Google's backoff. */
export const DEFAULT_RETRY_WAITS_SECONDS: readonly number[] = api.map((instant, index) => {
  const ofApi = instant - (api[index - 1] ?? 0);
  const ofGuide = (guide[index] as number) - (guide[index - 1] ?? 0);
  return Math.min(ofApi, ofGuide);
});

/** Handler's own limit and lease of an attempt, as that job has them. */
export const DEFAULT_TIMES = {
  timeoutSeconds: timing.timeoutSeconds as number,
  leaseSeconds: timing.leaseSeconds as number,
};
