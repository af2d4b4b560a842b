import { isLoopback } from '../../src/contract/loopback';
import type { ApiError } from '../stores/store-errors';
import { limited } from './limited';
import type { ProxyPort } from './proxy-port';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** Why there is no answer to work with. */
export type Fault =
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** Nothing was sent, for want of a token. */
  | { readonly kind: 'unsent'; readonly cause: unknown }
  /** No answer, or none that can be read: whether the call has had its effect is unknown. */
  | { readonly kind: 'unanswered'; readonly cause: unknown };

/** What a call came to, with what was read from its answer. */
export type Reply<Content> = ({ readonly kind: 'answered' } & Content) | Fault;

export type ApiAnswer = Reply<{ readonly body: Readonly<Record<string, unknown>> }>;

/** A fault as an error, for logs and causes. */
export function faultOf(fault: Fault): unknown {
  return fault.kind === 'refused' ? new Error(`${fault.error.status}: ${fault.error.message}`) : fault.cause;
}

/** One call, ready to be sent. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** From the version on, as in `/v1/projects/…`; names that are put into it by {@link apiPath}. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

/**
 * A path with names in it, each escaped: a topic's may have a percent sign, a project's a colon.
 *
 * @example
 * apiPath`/v1/projects/${project}/topics/${topic}:publish`
 */
export function apiPath(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw({ raw: parts }, ...names.map(encodeURIComponent));
}

/**
 * Calls to one Google API: each is sent once and takes 30 s at most, and never longer than the attempt has.
 *
 * An endpoint on the loopback interface is given no token.
 */
export class GoogleApi {
  private refusedToken: string | undefined;

  /** @param origin `https://HOST` */
  constructor(
    private readonly port: ProxyPort,
    private readonly origin: string,
  ) {}

  async call(call: ApiCall, signal: AbortSignal): Promise<ApiAnswer> {
    const { clock } = this.port;
    const url = urlOf(this.origin, call);
    let token: string | undefined;
    try {
      token = isLoopback(url) ? undefined : await limited(clock, signal, () => this.token());
    } catch (cause) {
      return { kind: 'unsent', cause };
    }
    try {
      const answer = await limited(clock, signal, (limit) => this.send(call, url, token, limit));
      if (answer.kind === 'refused' && answer.error.status === 'UNAUTHENTICATED') this.refusedToken = token;
      return answer;
    } catch (cause) {
      return { kind: 'unanswered', cause };
    }
  }

  private token(): Promise<string> {
    return this.port.tokens.access(SCOPE, this.refusedToken);
  }

  private async send(
    { method, body }: ApiCall,
    url: URL,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<ApiAnswer> {
    const headers = new Headers(body && { 'content-type': 'application/json' });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const init = { method, headers, body: body && JSON.stringify(body), signal, redirect: 'manual' } as const;
    const response = await this.port.fetch(url, init);
    return readAnswer(response.status, await response.text());
  }
}

function urlOf(origin: string, { path, query = {} }: ApiCall): URL {
  const url = new URL(origin + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** @see https://google.aip.dev/193 */
function readAnswer(httpStatus: number, text: string): ApiAnswer {
  const unreadable = (why: string): ApiAnswer => ({
    kind: 'unanswered',
    cause: new Error(`HTTP ${httpStatus} with ${why}`),
  });
  // These APIs redirect nobody, so it is not theirs: followed, a page from elsewhere could pass for an empty list.
  if (httpStatus >= 300 && httpStatus < 400) return unreadable('a redirect, which is not followed');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return unreadable(text === '' ? 'an empty body' : 'a body that is no JSON');
  }
  if (!isObject(body)) return unreadable('a body that is no JSON object');
  if (httpStatus === 200) return { kind: 'answered', body };
  const { status, message } = isObject(body['error']) ? body['error'] : {};
  if (typeof status !== 'string') return unreadable('an error without a status');
  return { kind: 'refused', error: { status, httpStatus, message: String(message ?? '') } };
}

/** A field of an answer that is an object; an empty one where it is something else. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** The objects in a list of an answer; none where it is no list. */
export function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
