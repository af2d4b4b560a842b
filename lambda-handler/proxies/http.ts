import { IDEMPOTENCY_KEY_HEADER } from '../../src/contract/header-names';
import { isLoopback } from '../../src/contract/loopback';
import { type HttpAuth, type HttpProxy, PROXY_STEP } from '../../src/contract/proxies';
import type { JobFunction, JobRun } from '../job-run';
import { PermanentFailure } from '../permanent-failure';
import { untilAborted } from './limited';
import type { ProxyPort, ProxyTokens } from './proxy-port';

/** How much of an answer's body an error quotes, in characters. */
const LONGEST_QUOTE = 1_000;

/** Client errors that the same request may get over: a timeout, a conflict, one sent too early, too many of them. */
const RETRYABLE: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Answers to a caller who may not: a grant takes minutes to spread, and nothing was done. */
const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);

export const proxyKind = 'http';

/**
 * Forwards the run to an HTTP endpoint, with its token as `Idempotency-Key`. The result is `{ status }`.
 *
 * It waits as long as the attempt has, since the receiver may do the work before it answers. A request without an
 * answer is sent again by the next attempt: the receiver has to tell it by the key, which is the same in every attempt.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function proxyLogic(settings: HttpProxy, port: ProxyPort): JobFunction {
  return async (run) => {
    let response: Response;
    let quote = '';
    try {
      const headers = await headersOf(settings, port.tokens, run);
      response = await untilAborted(run.signal, () => send(settings, port.fetch, headers, run));
      quote = response.ok ? '' : await untilAborted(run.signal, () => beginningOf(response));
      await response.body?.cancel();
    } catch (cause) {
      throw new Error(`${settings.url} has not answered; the next attempt sends the request again`, {
        cause,
      });
    }
    const { status } = response;
    if (response.ok) return { status };
    const text = `${settings.url} answered ${status}: ${quote}`;
    throw isRetryable(status, settings.auth) ? new Error(text) : new PermanentFailure(text);
  };
}

function isRetryable(status: number, auth: HttpAuth): boolean {
  return status >= 500 || RETRYABLE.has(status) || (auth.kind !== 'none' && NOT_ALLOWED.has(status));
}

async function headersOf(
  { url, auth, headers: own }: HttpProxy,
  tokens: ProxyTokens,
  run: JobRun,
): Promise<Headers> {
  const headers = new Headers(own);
  const token = isLoopback(new URL(url))
    ? undefined
    : await untilAborted(run.signal, () => tokenFor(auth, tokens));
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  headers.set(IDEMPOTENCY_KEY_HEADER, run.token(PROXY_STEP));
  return headers;
}

async function tokenFor(auth: HttpAuth, tokens: ProxyTokens): Promise<string | undefined> {
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'oidc':
      return tokens.identity(auth.audience);
    case 'oauth':
      return tokens.access(auth.scope);
  }
}

/** A redirect is an answer, not a place to go to: it would take the request, and its token, elsewhere. */
function send({ url, method, body }: HttpProxy, fetchLike: typeof fetch, headers: Headers, run: JobRun) {
  const init = { method, headers, signal: run.signal, redirect: 'manual' } as const;
  if (method === 'GET') return fetchLike(url, init);
  // As bytes, so that nobody guesses a content type.
  if (body !== undefined) return fetchLike(url, { ...init, body: Buffer.from(body) });
  const contentType = run.headers['content-type'];
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType);
  return fetchLike(url, { ...init, body: new Uint8Array(run.body) });
}

/** The beginning of a body that may be long, or never end. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= LONGEST_QUOTE) break;
  }
  return text.slice(0, LONGEST_QUOTE);
}
