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

/** What a proxy needs of the world. */
export interface ProxyPort {
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly tokens: ProxyTokens;
}

/** What the module of each kind exports. */
export interface ProxyModule<Settings extends ProxySettings = ProxySettings> {
  readonly proxyKind: Settings['kind'];
  /** Makes the job logic that carries out the settings. */
  proxyLogic(settings: Settings, port: ProxyPort): JobFunction;
}
