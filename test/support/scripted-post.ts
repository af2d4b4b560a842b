import type { Clock } from '../../lambda-handler/protocol/clock';
import type { HttpPost, HttpPostAnswer } from '../../lambda-handler/stores/http-post';

/** What becomes of one request. */
export type Step = (signal: AbortSignal) => Promise<HttpPostAnswer>;

/** A request as it was sent. */
export interface SentRequest {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
  /** On the monotonic clock, in milliseconds. */
  readonly atMs: number;
}

/** Answers with a body: text as it is, everything else as JSON. */
export function answer(httpStatus: number, body: unknown): Step {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return async () => ({ status: httpStatus, text });
}

/** Answers with an error as Google's APIs write it. */
export function apiError(httpStatus: number, status: string, message = 'as scripted'): Step {
  return answer(httpStatus, { error: { code: httpStatus, message, status } });
}

/** The connection breaks. */
export const connectionReset: Step = async () => {
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
};

/** No answer, until the caller gives up and says so. */
export const hang: Step = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** No answer, and no ear for a caller that gives up. */
export const hangForEver: Step = () => new Promise(() => {});

/** Posts by a script: one step for each request, the last one for all that follow. */
export function scriptedPost(clock: Clock, ...steps: readonly [Step, ...Step[]]) {
  const requests: SentRequest[] = [];
  const post: HttpPost = ({ url, headers, body, signal }) => {
    const step = steps[Math.min(requests.length, steps.length - 1)] as Step;
    const { authorization } = headers;
    requests.push({ url, authorization, body: JSON.parse(body), atMs: clock.monotonicMs() });
    return step(signal);
  };
  return { post, requests };
}
