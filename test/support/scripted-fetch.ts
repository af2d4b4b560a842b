import type { Clock } from '../../lambda-handler/protocol/clock';

/** What becomes of one request. */
export type Step = (signal: AbortSignal) => Promise<Response>;

/** A request as it was sent. */
export interface SentRequest {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: unknown;
  /** On the monotonic clock, in milliseconds. */
  readonly atMs: number;
}

/** Answers with a body: text as it is, everything else as JSON. */
export function answer(httpStatus: number, body: unknown): Step {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return async () => new Response(text, { status: httpStatus });
}

/** Answers with an error as Google's APIs write it. */
export function apiError(httpStatus: number, status: string, message = 'as scripted'): Step {
  return answer(httpStatus, { error: { code: httpStatus, message, status } });
}

/** The connection breaks: fetch rejects as Node's does. */
export const connectionReset: Step = async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
};

/** No answer, until the caller gives up and says so. */
export const hang: Step = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** No answer, and no ear for a caller that gives up. */
export const hangForEver: Step = () => new Promise(() => {});

/** A `fetch` that follows a script: one step for each request, the last one for all that follow. */
export function scriptedFetch(clock: Clock, ...steps: readonly [Step, ...Step[]]) {
  const requests: SentRequest[] = [];
  const fetchLike = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, { ...init, signal: undefined });
    const step = steps[Math.min(requests.length, steps.length - 1)] as Step;
    requests.push({
      url: request.url,
      authorization: request.headers.get('authorization'),
      body: JSON.parse(String(init.body)),
      atMs: clock.monotonicMs(),
    });
    return step(init.signal as AbortSignal);
  };
  return { fetch: fetchLike as typeof fetch, requests };
}
