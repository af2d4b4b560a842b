import { PROXY_STEP } from '../../src/contract/proxies';
import type { JobRun } from '../job-run';
import type { Clock } from '../protocol/clock';
import type { ListingApi } from './look';

/**
 * Looks once for what an earlier attempt has started beside `execution`, and logs a warning that names both.
 *
 * An attempt that has started something itself could not see an earlier start whose answer was lost; by now the list
 * may show it. The run is as it is either way, so a look that fails is left at that.
 *
 * @param delaySeconds before the look; none is taken once the run's signal has fired
 */
export async function warnOfSecondStart(
  clock: Clock,
  run: JobRun,
  { find }: ListingApi,
  execution: string,
  delaySeconds: number,
): Promise<void> {
  await clock.sleep(delaySeconds * 1000, run.signal);
  if (run.signal.aborted) return;
  const reply = await find();
  if (reply.kind !== 'answered') return;
  const others = reply.found.map((one) => one.execution).filter((other) => other !== execution);
  if (others.length === 0) return;
  run.log.warning('more than one was started under the token of this run: an earlier start was listed late', {
    execution,
    also: others,
    token: run.token(PROXY_STEP),
  });
}
