import type { Proxy as ProxySettings } from '../../src/contract/proxies';
import type { JobFunction } from '../job-run';
import type { Clock } from '../protocol/clock';

/**
 * The credentials of the account that the handler runs as.
 *
 * `refused` is a token that was not accepted: it is not given again from a cache.
 */
export interface ProxyTokens {
  /** An access token for a scope. */
  access(scope: string, refused?: string): Promise<string>;
  /** An ID token for an audience. */
  identity(audience: string, refused?: string): Promise<string>;
}

/** A request as proxies send it. */
export interface ProxyRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Gives the request up, also in the middle of its answer. */
  readonly signal: AbortSignal;
  /** A redirect is an answer, not a place to go to: it would take the request, and its token, elsewhere. */
  readonly redirect: 'manual';
}

/** As much of `fetch` as proxies need; without a time limit, since they have their own. */
export type ProxyFetch = (url: string | URL, request: ProxyRequest) => Promise<Response>;

/** What a proxy needs of the world. */
export interface ProxyPort {
  readonly clock: Clock;
  readonly fetch: ProxyFetch;
  readonly tokens: ProxyTokens;
}

/** What the module of each kind exports. */
export interface ProxyModule<Settings extends ProxySettings = ProxySettings> {
  readonly proxyKind: Settings['kind'];
  /** Makes the job logic that carries out the settings. */
  proxyLogic(settings: Settings, port: ProxyPort): JobFunction;
}
