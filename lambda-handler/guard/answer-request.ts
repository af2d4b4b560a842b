import { IDEMPOTENCY_KEY_HEADER } from '../../src/contract/header-names';
import { idempotencyKeyId } from '../../src/contract/run-identity';
import { requestHeaders } from '../http/request-headers';
import type { Log } from '../protocol/log';
import { withFields } from '../protocol/run-log';
import { callerOf } from './caller-of';
import type { GuardSettings } from './guard-options';
import type { HostedRequest } from './guarded-request';
import { inHandlerContext } from './handler-context';
import type { HeldResponse, Sent } from './held-response';
import { readIdempotencyKey } from './idempotency-key';
import type { Answer, KeptAnswer } from './kept-answer';
import { notKeptAnswer, PROBLEMS, type ProblemKind, problemAnswer } from './problem-answer';
import { type GuardPort, processRequest } from './process-request';
import { requestPayload } from './request-payload';

/** The answer to a request: the one that its handler gave, or another. */
type GuardAnswer = 'own' | Answer;

interface Problem {
  readonly kind: ProblemKind;
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Answers one request, by `handler` if it is the first under its key. Never rejects. */
export async function answerRequest(
  port: GuardPort,
  settings: GuardSettings,
  request: HostedRequest,
  held: HeldResponse,
  handler: () => unknown,
): Promise<void> {
  const log = withFields(unfailing(port.log), { guard: settings.name });
  const inOwnWords = (problem: Problem): Answer => {
    const { severity, title, status } = PROBLEMS[problem.kind];
    log(severity, title, { outcome: problem.kind, status, reason: problem.detail, error: problem.cause });
    return problemAnswer(problem.kind, settings.documentation, problem);
  };
  const answer = await answerOf({ ...port, log }, settings, request, held, handler).catch(
    (cause: unknown): Problem => ({ kind: 'internal-error', cause }),
  );
  const sent = await send(held, answer === 'own' || 'status' in answer ? answer : inOwnWords(answer));
  if (sent.kind === 'sent') return;
  await held.replace(inOwnWords({ kind: 'answer-refused', cause: sent.cause }));
}

function send(held: HeldResponse, answer: GuardAnswer): Promise<Sent> {
  return answer === 'own' ? held.release() : held.replace(answer);
}

/** A log that fails, at once or later, must neither keep an answer back nor end the service. */
function unfailing(log: Log): Log {
  return (...given) => {
    const write = async () => log(...given);
    // There is nowhere else to say so.
    write().catch(() => undefined);
  };
}

async function answerOf(
  port: GuardPort,
  settings: GuardSettings,
  request: HostedRequest,
  held: HeldResponse,
  handler: () => unknown,
): Promise<GuardAnswer | Problem> {
  const values = requestHeaders(request.rawHeaders).get(IDEMPOTENCY_KEY_HEADER.toLowerCase()) ?? [];
  const header = readIdempotencyKey(values);
  if (header.kind !== 'key') return header;
  const payload = await requestPayload(request, settings.longestBodyBytes);
  if (payload.kind !== 'hashed') return payload;
  const caller = await callerOf(settings.caller, request);
  if (caller.kind !== 'caller') return caller;

  const { key } = header;
  const { name, leaseSeconds, retentionSeconds } = settings;
  const outcome = await processRequest(port, {
    id: idempotencyKeyId({ guard: name, caller: caller.text, key }),
    payloadHash: payload.hash,
    settings: { jobName: name, leaseSeconds, retentionSeconds },
    handle: (attempt, signal) => {
      request.idempotency = Object.freeze({ key, attempt, signal });
      const onDestroy = (error?: Error) => held.failConnection(error);
      inHandlerContext(request.socket, onDestroy, () => callHandler(handler, held, port.log));
      return held.ended;
    },
  });
  switch (outcome.kind) {
    case 'handled':
      return outcome.end.kind === 'answered'
        ? 'own'
        : { kind: 'handler-threw', cause: outcome.end.thrown ?? String(outcome.end.thrown) };
    case 'replayed':
      return replay(outcome.kept, settings.documentation);
    default:
      return outcome;
  }
}

/**
 * The handler is done when it has ended its response: a promise of its own may wait for that response to leave,
 * which it does not before this is known.
 */
function callHandler(handler: () => unknown, held: HeldResponse, log: Log): void {
  const call = async () => handler();
  call().catch((thrown: unknown) => {
    if (held.fail(thrown)) return;
    log('WARNING', 'the handler threw after it had answered, and its answer stays', {
      error: thrown ?? String(thrown),
    });
  });
}

function replay(kept: KeptAnswer, documentation: string): Answer {
  const { status, headers, body } =
    kept.kind === 'whole' ? kept.answer : notKeptAnswer(kept.status, kept.bodyBytes, documentation);
  return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, body };
}
