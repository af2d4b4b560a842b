import { PROXY_STEP } from '../../src/contract/proxies';
import type { JobRun } from '../job-run';
import type { Clock } from '../protocol/clock';
import { definiteError, type Target } from './api-errors';
import { faultOf, type Reply } from './google-api';

/** Something that an API has started under a token. */
export interface Started {
  /** Its full name. */
  readonly execution: string;
  readonly createdAtMs: number;
}

/** An API that starts something and lists what it has started. */
export interface StartingApi {
  readonly target: Target;
  start(): Promise<Reply<{ readonly execution: string }>>;
  /** What was started under the run's token, as far as the API's list shows it yet. */
  find(): Promise<Reply<{ readonly found: readonly Started[] }>>;
}

/** What runs for a run, and whether an earlier request has started it. */
export interface Adopted {
  readonly execution: string;
  readonly adopted: boolean;
}

/** When to look, and whether a list without it settles the matter. */
interface Looks {
  /** Seconds before each look, counted from the one before. */
  readonly delaysSeconds: readonly number[];
  readonly believesEmptyList: boolean;
}

/** An earlier attempt has started it minutes ago or not at all: its lease, or its own looks and a retry, lie between. */
const LOOKS_OF_LATER_ATTEMPT: Looks = { delaysSeconds: [0, 1, 3], believesEmptyList: true };

/** After 1 s, 4 s and 10 s: what was just started may take a while to be listed. */
const LOOKS_AFTER_LOST_ANSWER: Looks = { delaysSeconds: [1, 3, 6], believesEmptyList: false };

/**
 * Starts something at most once in a run, as far as the API's list can tell.
 *
 * The APIs take no request id. So each attempt after the first looks for what an earlier one has started before it
 * starts anything, and an attempt whose start was not answered looks for it, three times over ten seconds. What is
 * found is adopted. A list that lags longer than that, behind a lost answer, shows nothing, and then the next attempt
 * starts a second time: under the same token, by which the second one can be told.
 *
 * @throws PermanentFailure when the API says that the request can never succeed; any other error may be tried again
 */
export async function startOnce(clock: Clock, run: JobRun, api: StartingApi): Promise<Adopted> {
  const { name } = api.target;
  if (run.attempt > 1) {
    const looked = await look(clock, run, api, LOOKS_OF_LATER_ATTEMPT);
    if (looked.kind === 'found') return adopt(run, looked.found);
    if (looked.kind === 'unanswered') {
      const { cause } = looked;
      throw new Error(`whether ${name} was started before is unknown; nothing is started`, { cause });
    }
  }
  run.signal.throwIfAborted();
  const reply = await api.start();
  if (reply.kind === 'answered') {
    run.log.info('started', { execution: reply.execution, adopted: false, token: run.token(PROXY_STEP) });
    return { execution: reply.execution, adopted: false };
  }
  const error = definiteError('a start', reply, api.target);
  if (error !== undefined) throw error;

  const cause = faultOf(reply);
  run.log.warning('whether the start has happened is unknown; it is looked for', { error: cause });
  const looked = await look(clock, run, api, LOOKS_AFTER_LOST_ANSWER);
  if (looked.kind === 'found') return adopt(run, looked.found);
  throw new Error(`whether ${name} was started is unknown; the next attempt looks first`, { cause });
}

type Looked =
  | { readonly kind: 'found'; readonly found: readonly [Started, ...Started[]] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unanswered'; readonly cause: unknown };

/** Looks as often as given, until something is found; no longer than the run's signal allows. */
async function look(
  clock: Clock,
  run: JobRun,
  { find, target }: StartingApi,
  { delaysSeconds, believesEmptyList }: Looks,
): Promise<Looked> {
  let looked: Looked = { kind: 'none' };
  for (const delaySeconds of delaysSeconds) {
    await clock.sleep(delaySeconds * 1000, run.signal);
    if (run.signal.aborted) return { kind: 'unanswered', cause: run.signal.reason };
    const reply = await find();
    if (reply.kind === 'answered') {
      const [oldest, ...others] = [...reply.found].sort((one, other) => one.createdAtMs - other.createdAtMs);
      if (oldest !== undefined) return { kind: 'found', found: [oldest, ...others] };
      looked = { kind: 'none' };
      if (believesEmptyList) return looked;
    } else {
      const error = definiteError('a list of what was started', reply, target);
      // A list may be refused for an old page token: that says nothing of what was started.
      const isRefusedList = reply.kind === 'refused' && reply.error.status === 'INVALID_ARGUMENT';
      if (error !== undefined && !isRefusedList) throw error;
      looked = { kind: 'unanswered', cause: faultOf(reply) };
    }
  }
  return looked;
}

function adopt(run: JobRun, [oldest, ...others]: readonly [Started, ...Started[]]): Adopted {
  const { execution } = oldest;
  if (others.length > 0) {
    const also = others.map((other) => other.execution);
    run.log.warning('more than one was started under the token of this run; the oldest is adopted', {
      execution,
      also,
    });
  }
  run.log.info('an earlier request has started it', {
    execution,
    adopted: true,
    token: run.token(PROXY_STEP),
  });
  return { execution, adopted: true };
}
