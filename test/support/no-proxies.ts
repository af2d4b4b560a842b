import type { ProxyPort } from '../../lambda-handler/proxies/proxy-port';
import { SystemClock } from '../../lambda-handler/system-clock';

function unexpected(): never {
  throw new Error('no proxy was expected');
}

/** For handlers that have none. */
export const NO_PROXIES: ProxyPort = {
  clock: new SystemClock(),
  fetch: unexpected,
  tokens: { access: unexpected, identity: unexpected },
};
