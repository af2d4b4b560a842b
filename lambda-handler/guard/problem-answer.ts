import type { Severity } from '../protocol/log';
import type { Caller } from './caller-of';
import type { KeyHeader } from './idempotency-key';
import type { Answer } from './kept-answer';
import type { RequestOutcome } from './process-request';
import type { RequestPayload } from './request-payload';

/** Why a request is answered in the guard's own words. */
export type ProblemKind =
  | Exclude<KeyHeader['kind'], 'key'>
  | Exclude<RequestPayload['kind'], 'hashed'>
  | Exclude<Caller['kind'], 'caller'>
  | Exclude<RequestOutcome['kind'], 'handled' | 'replayed'>
  | 'handler-threw'
  | 'answer-refused'
  | 'internal-error';

interface Row {
  readonly status: number;
  readonly severity: Severity;
  readonly title: string;
  readonly detail: string;
}

/**
 * The one table from outcomes to HTTP.
 *
 * No unknown outcome is answered with 2xx. Never 503, which App Engine and many proxies take for their own and send
 * the request again by themselves.
 */
export const PROBLEMS: { readonly [K in ProblemKind]: Row } = {
  'missing-key': {
    status: 400,
    severity: 'WARNING',
    title: 'Idempotency-Key is missing',
    detail: 'send a key that is unique for this request, and the same one with each retry of it',
  },
  'malformed-key': {
    status: 400,
    severity: 'WARNING',
    title: 'Idempotency-Key is malformed',
    detail: 'send one text of 1 to 255 characters',
  },
  'body-broken': {
    status: 400,
    severity: 'WARNING',
    title: 'The request ended before its body',
    detail: 'send it again',
  },
  'held-elsewhere': {
    status: 409,
    severity: 'INFO',
    title: 'A request is outstanding for this Idempotency-Key',
    detail: 'send it again later: its answer is kept',
  },
  'body-too-large': {
    status: 413,
    severity: 'WARNING',
    title: 'The body is too large',
    detail: 'send less: nothing was started',
  },
  'other-payload': {
    status: 422,
    severity: 'WARNING',
    title: 'Idempotency-Key is already used',
    detail:
      'its first request had another method, path, query or body: send another request under another key',
  },
  'handler-threw': {
    status: 500,
    severity: 'ERROR',
    title: 'The request has failed',
    detail: 'the service threw before it had answered: the next try runs at once',
  },
  'caller-unknown': {
    status: 500,
    severity: 'ERROR',
    title: 'The service could not tell who sent the request',
    detail: 'nothing was started',
  },
  'claim-unknown': {
    status: 500,
    severity: 'ERROR',
    title: 'The store did not answer the claim',
    detail: 'nothing was started',
  },
  'lease-over': {
    status: 500,
    severity: 'ERROR',
    title: 'The claim was confirmed too late',
    detail: 'nothing was started',
  },
  'finish-unknown': {
    status: 500,
    severity: 'ERROR',
    title: 'The store did not take the outcome',
    detail: 'the service has answered, and whether that is kept is unknown: send the request again',
  },
  superseded: {
    status: 500,
    severity: 'ERROR',
    title: 'Another attempt took the request over',
    detail: 'send it again',
  },
  'body-gone': {
    status: 500,
    severity: 'ERROR',
    title: 'The body was read before the guard saw it',
    detail:
      'put the guard before what reads the body, a parser of uploads above all, or have that leave rawBody on the request',
  },
  'answer-refused': {
    status: 500,
    severity: 'ERROR',
    title: 'The answer cannot be sent',
    detail: 'the request was handled, and its answer has a status or a header that HTTP does not know',
  },
  'internal-error': {
    status: 500,
    severity: 'ERROR',
    title: 'The guard has failed',
    detail: 'send the request again',
  },
};

/** What an answer adds to its row. */
export interface ProblemFacts {
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
}

/** An answer in the guard's own words. @see https://www.rfc-editor.org/rfc/rfc9457 */
export function problemAnswer(
  kind: ProblemKind,
  documentation: string,
  { detail, retryAfterSeconds }: ProblemFacts = {},
): Answer {
  const row = PROBLEMS[kind];
  const { status, headers, body } = problem(row.status, documentation, kind, row.title, detail ?? row.detail);
  const more: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) more['retry-after'] = String(retryAfterSeconds);
  // What is left of the body is not read.
  if (kind === 'body-too-large') more['connection'] = 'close';
  return { status, headers: { ...headers, ...more }, body };
}

/** Stands for an answer whose body was too large to be kept; the status is the one that the request was given. */
export function notKeptAnswer(status: number, bodyBytes: number, documentation: string): Answer {
  const detail = `the request was handled before; its answer had ${bodyBytes} bytes, more than is kept`;
  return problem(status, documentation, 'answer-not-kept', 'The answer was not kept', detail);
}

function problem(
  status: number,
  documentation: string,
  outcome: ProblemKind | 'answer-not-kept',
  title: string,
  detail: string,
): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'content-language': 'en',
      link: `<${documentation}>; rel="describedby"; type="text/html"`,
    },
    body: Buffer.from(JSON.stringify({ type: documentation, title, status, detail, outcome })),
  };
}
