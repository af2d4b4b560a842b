import type { JobFunction, JobRun } from '../job-run';
import { awaitEnd, type Progress } from './await-end';
import type { Reply } from './google-api';
import type { ProxyPort } from './proxy-port';
import { type StartingApi, startOnce } from './start-once';

/** An API that also says how something it has started stands. */
export interface WatchedApi extends StartingApi {
  ask(execution: string): Promise<Reply<Progress>>;
}

/**
 * Job logic that starts something once in a run, and waits for its end where it is told to.
 *
 * The result is `{ execution, adopted }`, and `state` and `result` where it waits.
 */
export function startingLogic(
  { clock }: Pick<ProxyPort, 'clock'>,
  waits: boolean,
  apiOf: (run: JobRun) => WatchedApi,
): JobFunction {
  return async (run) => {
    const api = apiOf(run);
    const started = await startOnce(clock, run, api);
    if (!waits) return started;
    const { execution } = started;
    const { state, result } = await awaitEnd(clock, run, execution, () => api.ask(execution));
    return { ...started, state, result };
  };
}
