import type { JobRun } from '../job-run';
import { PermanentFailure } from '../permanent-failure';
import type { Clock } from '../protocol/clock';
import { faultOf, type Reply } from './google-api';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10_000;

/** How something stands that an API has started. `state` is the API's own word. */
export type Progress =
  | { readonly progress: 'running' }
  | { readonly progress: 'succeeded'; readonly state: string; readonly result?: unknown }
  | { readonly progress: 'failed'; readonly state: string; readonly message: string };

export type Succeeded = Extract<Progress, { progress: 'succeeded' }>;

/**
 * Waits until what was started has ended: asks after one second, then at growing distances up to ten seconds.
 *
 * Its failure is final: another attempt would adopt the same execution and find it failed again. A question that is
 * not answered is no end. When the run's signal fires first, the error may be tried again, and the next attempt adopts
 * the execution and goes on waiting. After the last attempt the run has failed, and the execution goes on without it.
 *
 * @throws PermanentFailure when it has failed, was cancelled or ran out of time
 */
export async function awaitEnd(
  clock: Clock,
  run: JobRun,
  execution: string,
  ask: () => Promise<Reply<Progress>>,
): Promise<Succeeded> {
  let fault: unknown;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    await clock.sleep(delayMs, run.signal);
    if (run.signal.aborted) {
      throw new Error(`${execution} still runs, and goes on; the next attempt, if one is left, waits on`, {
        cause: fault ?? run.signal.reason,
      });
    }
    const reply = await ask();
    if (reply.kind !== 'answered') {
      const isFirst = fault === undefined;
      fault = faultOf(reply);
      if (isFirst)
        run.log.warning('how it stands is unknown; it is asked again', { execution, error: fault });
      continue;
    }
    fault = undefined;
    if (reply.progress === 'succeeded') return reply;
    if (reply.progress === 'failed') {
      throw new PermanentFailure(`${execution} has ended as ${reply.state}: ${reply.message}`);
    }
  }
}
