import { attemptTimes, finishUntilMs } from '../protocol/attempt-times';
import { type Claim, claimRun } from '../protocol/claim';
import { decideAfterLoss } from '../protocol/decide';
import { finishRun } from '../protocol/finish';
import type { Log } from '../protocol/log';
import { type Settled, threw } from '../protocol/logic-result';
import type {
  ClaimUnknown,
  FinishUnknown,
  HeldElsewhere,
  LeaseOver,
  OtherPayload,
  Superseded,
} from '../protocol/outcome';
import type { RecordedSettings } from '../protocol/record';
import type { StorePort } from '../protocol/store-call';
import type { HandlerEnd } from './held-response';
import { decodeAnswer, encodeAnswer, isFinal, type KeptAnswer } from './kept-answer';

/** A lease outlives the request's timeout by this margin; of a lease under 20 s it is half. */
const LEASE_MARGIN_SECONDS = 10;

/** Everything that the guard needs of the world. */
export interface GuardPort extends StorePort {
  randomUUID(): string;
  readonly log: Log;
}

/** One request under an idempotency key. */
export interface KeyedRequest {
  /** The id of its record. */
  readonly id: string;
  readonly payloadHash: string;
  readonly settings: RecordedSettings;
  /** Has the handler answer; never rejects. */
  handle(attempt: number, signal: AbortSignal): Promise<HandlerEnd>;
}

/** What became of a request. */
export type RequestOutcome =
  /** The handler's answer, or that it gave none, is recorded: it may be told. */
  | { readonly kind: 'handled'; readonly end: HandlerEnd }
  | { readonly kind: 'replayed'; readonly kept: KeptAnswer }
  | HeldElsewhere
  | OtherPayload
  | ClaimUnknown
  | LeaseOver
  | FinishUnknown
  | Superseded;

/** Carries out one request: claim its key, have it handled, finish. Rejects only on a bug. */
export async function processRequest(port: GuardPort, request: KeyedRequest): Promise<RequestOutcome> {
  const { clock } = port;
  const { leaseSeconds } = request.settings;
  const timeoutSeconds = Math.max(leaseSeconds - LEASE_MARGIN_SECONDS, leaseSeconds / 2);
  const times = attemptTimes({ timeoutSeconds, leaseSeconds, leaseKind: 'fixed' }, clock.monotonicMs());
  const result = await claimRun(port, {
    runId: request.id,
    keySpace: 'idempotency-key',
    attemptId: port.randomUUID(),
    settings: request.settings,
    payloadHash: request.payloadHash,
    untilMs: times.claimUntilMs,
  });
  if (result.kind === 'already-completed') return replayed(result.result);
  if (result.kind !== 'claimed') return result;
  const { claim } = result;
  if (clock.monotonicMs() >= times.watchdogAtMs) return { kind: 'lease-over', runId: claim.runId };

  const controller = new AbortController();
  const cancelSignal = clock.after(times.signalAtMs - clock.monotonicMs(), () => {
    controller.abort(new Error('the lease of the request is close to its end'));
  });
  const leaseEndsMs = times.startMs + leaseSeconds * 1000;
  const cancelWarning = clock.after(leaseEndsMs - clock.monotonicMs(), () => {
    const { runId, attempt } = claim;
    port.log('WARNING', 'the handler has not ended its response, and its lease is over', { runId, attempt });
  });
  const end = await request.handle(claim.attempt, controller.signal).finally(() => {
    cancelSignal();
    cancelWarning();
  });
  return finish(port, claim, end, finishUntilMs(times, clock.monotonicMs()));
}

async function finish(
  port: GuardPort,
  claim: Claim,
  end: HandlerEnd,
  untilMs: number,
): Promise<RequestOutcome> {
  const { runId, attempt } = claim;
  const finished = await finishRun(port, claim, settledOf(end), untilMs);
  switch (finished.kind) {
    case 'written':
      return { kind: 'handled', end };
    case 'completed-before':
      return replayed(finished.result);
    case 'unknown':
      return { kind: 'finish-unknown', runId, attempt, cause: finished.cause };
    case 'lost': {
      const holder = finished.sighting.run?.record.attempt;
      port.log('ERROR', 'the handler worked beyond its lease, and another attempt took its request over', {
        runId,
        attempt,
        ended: end.kind,
        holder,
      });
      const other = decideAfterLoss(finished.sighting, false);
      if (other?.kind === 'already-completed') return replayed(other.result);
      if (other?.kind === 'held-elsewhere') return { ...other, runId };
      return { kind: 'superseded', runId, attempt };
    }
  }
}

/** A failure is never permanent here: the next try may run at once. */
function settledOf(end: HandlerEnd): Settled {
  if (end.kind === 'threw') return { ...threw(end.thrown), permanent: false };
  const { status } = end.answer;
  if (isFinal(status)) return { kind: 'returned', result: encodeAnswer(end.answer) };
  return { kind: 'threw', thrown: undefined, error: `the handler answered ${status}`, permanent: false };
}

function replayed(result: string | undefined): RequestOutcome {
  if (result === undefined) throw new Error('assumption failed: a completed request has an answer');
  return { kind: 'replayed', kept: decodeAnswer(result) };
}
