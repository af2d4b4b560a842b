import type { JobRun } from '../job-run';
import { PermanentFailure } from '../permanent-failure';
import type { Clock } from '../protocol/clock';
import { grantAdvice, type Target } from './api-errors';
import { type Fault, faultOf, type Reply } from './google-api';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10_000;

/** How something stands that an API has started. `state` is the API's own word. */
export type Progress =
  | { readonly progress: 'running' }
  | { readonly progress: 'succeeded'; readonly state: string; readonly result?: unknown }
  | { readonly progress: 'failed'; readonly state: string; readonly message: string };

export type Succeeded = Extract<Progress, { progress: 'succeeded' }>;

/** An API that says how something it has started stands. */
export interface AskedApi {
  readonly target: Target;
  ask(execution: string): Promise<Reply<Progress>>;
}

/**
 * Waits until what was started has ended: asks after one second, then at growing distances up to ten seconds.
 *
 * Its failure is final: another attempt would adopt the same execution and find it failed again. A question that is
 * not answered is no end. When the run's signal fires first, the error may be tried again, and the next attempt adopts
 * the execution and goes on waiting. After the last attempt the run has failed, and the execution goes on without it.
 * Where the last question was not answered, the error says so, and why, instead of that the execution still runs.
 *
 * @throws PermanentFailure when it has failed, was cancelled or ran out of time
 */
export async function awaitEnd(
  clock: Clock,
  run: JobRun,
  execution: string,
  api: AskedApi,
): Promise<Succeeded> {
  let last: Reply<Progress> | undefined;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    await clock.sleep(delayMs, run.signal);
    if (run.signal.aborted) {
      if (last === undefined || last.kind === 'answered') throw stillRuns(execution, run.signal.reason);
      throw unknownEnd(execution, last, api.target);
    }
    const reply = await api.ask(execution);
    if (reply.kind === 'answered') {
      if (reply.progress === 'succeeded') return reply;
      if (reply.progress === 'failed') {
        throw new PermanentFailure(`${execution} has ended as ${reply.state}: ${reply.message}`);
      }
    } else {
      // Cut off by the signal, it says nothing of what the answers before have said.
      if (run.signal.aborted && last !== undefined) continue;
      if (last === undefined || last.kind === 'answered') {
        run.log.warning('how it stands is unknown; it is asked again', { execution, error: faultOf(reply) });
      }
    }
    last = reply;
  }
}

function stillRuns(execution: string, cause: unknown): Error {
  return new Error(`${execution} still runs, and goes on; the next attempt, if one is left, waits on`, {
    cause,
  });
}

function unknownEnd(execution: string, fault: Fault, target: Target): Error {
  const cause = faultOf(fault);
  const why = cause instanceof Error ? cause.message : String(cause);
  const text = `how ${execution} stands could not be learned (${why})`;
  const status = fault.kind === 'refused' ? fault.error.status : undefined;
  switch (status) {
    // Its API has named it itself, so there was one.
    case 'NOT_FOUND':
      return new Error(
        `${text}: it was deleted; the next attempt, if one is left, starts another unless it is still listed`,
        { cause },
      );
    case 'PERMISSION_DENIED':
      return new Error(`${text}: ${grantAdvice(target)}`, { cause });
    default:
      return new Error(`${text}; the next attempt, if one is left, asks again`, { cause });
  }
}
