import type { JobFunction, JobRun } from '../job-run';
import { type AskedApi, awaitEnd } from './await-end';
import type { ProxyPort } from './proxy-port';
import { warnOfSecondStart } from './second-start';
import { type StartingApi, startOnce } from './start-once';

/** Until a list that lags may show what an earlier attempt has started. */
const SECOND_START_DELAY_SECONDS = 10;

/** An API that also says how something it has started stands. */
export interface WatchedApi extends StartingApi, AskedApi {}

/**
 * Job logic that starts something once in a run, and waits for its end where it is told to.
 *
 * The result is `{ execution, adopted }`, and `state` and `result` where it waits. A later attempt that has started
 * something itself looks once more at its end, and warns of two.
 */
export function startingLogic(
  { clock }: Pick<ProxyPort, 'clock'>,
  waits: boolean,
  apiOf: (run: JobRun) => WatchedApi,
): JobFunction {
  return async (run) => {
    const api = apiOf(run);
    const started = await startOnce(clock, run, api);
    const { execution } = started;
    const mayBeSecond = run.attempt > 1 && !started.adopted;
    const warn = async (delaySeconds: number) => {
      if (mayBeSecond) await warnOfSecondStart(clock, run, api, execution, delaySeconds);
    };
    if (!waits) {
      await warn(SECOND_START_DELAY_SECONDS);
      return started;
    }
    try {
      const { state, result } = await awaitEnd(clock, run, execution, api);
      return { ...started, state, result };
    } finally {
      await warn(0);
    }
  };
}
