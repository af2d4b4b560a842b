import * as http from 'node:http';
import type * as Https from 'node:https';

/** Node's own HTTP client for a URL. TLS is loaded with the first request that needs it. */
export function nodeClient(url: string): Pick<typeof http, 'request'> {
  return url.startsWith('https:') ? (require('node:https') as typeof Https) : http;
}
