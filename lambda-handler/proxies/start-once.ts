import { PROXY_STEP } from '../../src/contract/proxies';
import type { JobRun } from '../job-run';
import type { Clock } from '../protocol/clock';
import { definiteError } from './api-errors';
import { faultOf, type Reply } from './google-api';
import { type Found, type ListingApi, type Looked, look } from './look';

/** An API that starts something and lists what it has started. */
export interface StartingApi extends ListingApi {
  start(): Promise<Reply<{ readonly execution: string }>>;
}

/** What runs for a run, and whether an earlier request has started it. */
export interface Adopted {
  readonly execution: string;
  readonly adopted: boolean;
}

/**
 * When a later attempt looks, in seconds from its beginning. The attempt before may have sent its start up to the
 * moment at which this one began, since that is all that is known of it: its list is given as long from then on.
 */
const LOOKS_OF_LATER_ATTEMPT: readonly number[] = [0, 1, 4, 10, 20, 30];

/** The part of an attempt's time that its looks may take, so that a start still fits behind them. */
const LOOKS_SHARE = 1 / 3;

/** What was just started may take a while to be listed. Seconds from the lost answer. */
const LOOKS_AFTER_LOST_ANSWER: readonly number[] = [1, 4, 10];

/**
 * Starts something at most once in a run, as far as the API's list can tell.
 *
 * The APIs take no request id. So an attempt whose start was not answered looks for it, three times over ten seconds,
 * and each attempt after the first looks for what an earlier one has started before it starts anything: for 30 s, or
 * for a third of its time where it has less than 90 s. What is found is adopted.
 *
 * A list that lags longer, behind a lost answer, shows nothing, and then the next attempt starts a second time, under
 * the same token. With the retries of a default job, the first of them after 7 s, that takes a lag of more than 47 s;
 * of more than 37 s where the first attempt was stopped before it could look itself.
 *
 * @throws PermanentFailure when the API says that the request can never succeed; any other error may be tried again
 */
export async function startOnce(clock: Clock, run: JobRun, api: StartingApi): Promise<Adopted> {
  const { name } = api.target;
  if (run.attempt > 1) {
    const looked = await lookBefore(clock, run, api);
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

/** The looks that the attempt has time for, the last one as late as that allows. */
async function lookBefore(clock: Clock, run: JobRun, api: StartingApi): Promise<Looked> {
  const longest = LOOKS_OF_LATER_ATTEMPT.at(-1) as number;
  const leftSeconds = Math.max(0, run.deadline.getTime() - clock.nowMs()) / 1000;
  const seconds = Math.min(longest, leftSeconds * LOOKS_SHARE);
  const looked = await look(clock, run, api, [
    ...LOOKS_OF_LATER_ATTEMPT.filter((at) => at < seconds),
    seconds,
  ]);
  if (looked.kind === 'none' && seconds < longest) {
    run.log.warning('this attempt has no time to look for long; a start that is listed later is not seen', {
      lookedSeconds: Math.round(seconds * 10) / 10,
    });
  }
  return looked;
}

function adopt(run: JobRun, [oldest, ...others]: Found): Adopted {
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
