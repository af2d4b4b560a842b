import { IDEMPOTENCY_KEY_HEADER } from '../../src/contract/header-names';
import { isLoopback } from '../../src/contract/loopback';
import { type HttpAuth, type HttpProxy, PROXY_STEP } from '../../src/contract/proxies';
import type { JobFunction, JobRun } from '../job-run';
import { PermanentFailure } from '../permanent-failure';
import { FINISH_RESERVE_MS } from '../protocol/attempt-times';
import { untilAborted } from './limited';
import type { ProxyFetch, ProxyPort, ProxyTokens } from './proxy-port';
import { nextWaitMs, retryAfterMs } from './retry-after';

/** How much of an answer's body an error quotes, in characters. */
const LONGEST_QUOTE = 1_000;

/** What a timer takes; an attempt is told to end long before. */
const LONGEST_SLEEP_MS = 3_600_000;

/** Client errors that the same request may get over: a timeout, a conflict, one sent too early, too many of them. */
const RETRYABLE: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Answers to a caller who may not: a grant takes minutes to spread, and nothing was done. */
const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);

export const proxyKind = 'http';

/**
 * Forwards the run to an HTTP endpoint, with its token as `Idempotency-Key`. The result is `{ status }`.
 *
 * It waits as long as the attempt has, since the receiver may do the work before it answers, or say in `Retry-After`
 * when to ask again, as while another try has the key: then the same request is sent again, while the run's signal has
 * not fired. A request without an answer is sent again by the next attempt: the receiver has to tell it by the key,
 * which is the same in every attempt.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function proxyLogic(settings: HttpProxy, port: ProxyPort): JobFunction {
  let refusedToken: string | undefined;
  return async (run) => {
    for (let waits = 0; ; waits++) {
      const { response, quote, token } = await answerTo(settings, port, run, refusedToken);
      const { status } = response;
      if (status === 401) refusedToken = token;
      if (response.ok) return { status };
      const nowMs = port.clock.nowMs();
      const askedMs = retryAfterMs(response, nowMs);
      if (askedMs === undefined) throw refusal(settings, status, quote);
      const waitMs = nextWaitMs(status, askedMs, waits, run.deadline.getTime() - FINISH_RESERVE_MS - nowMs);
      run.log.info('the request is sent again, since its receiver says when', {
        status,
        waitSeconds: Math.ceil(waitMs / 1000),
      });
      await port.clock.sleep(Math.min(waitMs, LONGEST_SLEEP_MS), run.signal);
      if (run.signal.aborted) throw refusal(settings, status, quote);
    }
  };
}

interface Answer {
  readonly response: Response;
  /** The beginning of its body where it is no success. */
  readonly quote: string;
  /** What the request was signed with. */
  readonly token: string | undefined;
}

async function answerTo(
  settings: HttpProxy,
  port: ProxyPort,
  run: JobRun,
  refusedToken: string | undefined,
): Promise<Answer> {
  try {
    const token = isLoopback(new URL(settings.url))
      ? undefined
      : await untilAborted(run.signal, () => tokenFor(settings.auth, port.tokens, refusedToken));
    const headers = headersOf(settings, token, run);
    const response = await untilAborted(run.signal, () => send(settings, port.fetch, headers, run));
    const quote = response.ok ? '' : await untilAborted(run.signal, () => beginningOf(response));
    await response.body?.cancel();
    return { response, quote, token };
  } catch (cause) {
    throw new Error(`${settings.url} has not answered; the next attempt sends the request again`, { cause });
  }
}

function refusal({ url, auth, cloudRunService }: HttpProxy, status: number, quote: string): Error {
  const text = `${url} answered ${status}: ${quote}`;
  if (!isRetryable(status, auth)) return new PermanentFailure(text);
  if (status !== 403 || auth.kind === 'none') return new Error(text);
  const service = cloudRunService === undefined ? serviceAt(url) : `the Cloud Run service ${cloudRunService}`;
  if (service === undefined) return new Error(`${text}: the receiver has refused the handler's account`);
  return new Error(
    `${text}: unless the service itself has refused, grant roles/run.invoker on ${service} to the account that the ` +
      'handler runs as; grants take minutes to spread',
  );
}

function serviceAt(url: string): string | undefined {
  const { hostname } = new URL(url);
  return hostname.endsWith('.run.app') ? `the Cloud Run service at ${hostname}` : undefined;
}

function isRetryable(status: number, auth: HttpAuth): boolean {
  return status >= 500 || RETRYABLE.has(status) || (auth.kind !== 'none' && NOT_ALLOWED.has(status));
}

function headersOf({ headers: own }: HttpProxy, token: string | undefined, run: JobRun): Headers {
  const headers = new Headers(own);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  headers.set(IDEMPOTENCY_KEY_HEADER, run.token(PROXY_STEP));
  return headers;
}

async function tokenFor(
  auth: HttpAuth,
  tokens: ProxyTokens,
  refused: string | undefined,
): Promise<string | undefined> {
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'oidc':
      return tokens.identity(auth.audience, refused);
    case 'oauth':
      return tokens.access(auth.scope, refused);
  }
}

function send({ url, method, body }: HttpProxy, fetchLike: ProxyFetch, headers: Headers, run: JobRun) {
  const request = { method, headers, signal: run.signal, redirect: 'manual' } as const;
  if (method === 'GET') return fetchLike(url, request);
  // As bytes, so that nobody guesses a content type.
  if (body !== undefined) return fetchLike(url, { ...request, body: Buffer.from(body) });
  const contentType = run.headers['content-type'];
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType);
  return fetchLike(url, { ...request, body: new Uint8Array(run.body) });
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
