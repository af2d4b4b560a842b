import { Token } from 'cdktf';
import { shown } from '../checks';
import { isGoogleApiHost } from '../contract/google-api-host';
import { isLoopback } from '../contract/loopback';
import type { Problem } from '../problem';

/** Every problem of where a Google API is asked. */
export function endpointProblems(endpoint: unknown): Problem[] {
  if (endpoint === undefined || Token.isUnresolved(endpoint) || isEndpoint(endpoint)) return [];
  const must =
    'be https and a host below googleapis.com, which alone may have the access token, without a path or a slash at ' +
    'its end (http only for loopback)';
  const fix = "write it as in 'https://run-acme.p.googleapis.com', or leave it out for the public endpoint";
  return [{ prop: 'endpoint', must, got: shown(endpoint), fix }];
}

function isEndpoint(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.origin === text && (isLoopback(url) || (url.protocol === 'https:' && isGoogleApiHost(url.hostname)))
  );
}
