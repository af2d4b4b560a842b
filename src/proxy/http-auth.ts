import { Token } from 'cdktf';
import { shown } from '../checks';
import { isGoogleApiHost } from '../contract/google-api-host';
import type { HttpAuth } from '../contract/proxies';
import type { Problem } from '../problem';

/** How a request is signed: not at all, by an ID token, or by an access token for Google APIs. */
export type HttpAuthKind = HttpAuth['kind'];

export const HTTP_AUTH: readonly HttpAuthKind[] = ['none', 'oidc', 'oauth'];

/** The props that decide it. */
export interface AuthProps {
  readonly url: string;
  readonly auth?: HttpAuthKind;
  readonly audience?: string;
}

/** Whose a host is, as far as its name tells. */
type Host = 'google-api' | 'cloud-run' | 'cloud-functions' | 'other';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** The resolved auth, for props without problems. */
export function authOf(props: AuthProps): HttpAuth {
  const { audience } = props;
  const kind = props.auth ?? defaultAuth(props);
  if (kind === 'oidc') return { kind, audience: audience ?? (defaultAudience(props.url) as string) };
  return kind === 'oauth' ? { kind, scope: SCOPE } : { kind };
}

/**
 * Every problem of how a request is signed, where its `url` has none.
 *
 * The wrong kind of token is refused by its receiver, or is worth more to it than it should be.
 *
 * @see https://cloud.google.com/run/docs/authenticating/service-to-service
 * @see https://cloud.google.com/functions/docs/securing/authenticating
 */
export function authProblems(props: AuthProps): Problem[] {
  const { url, auth, audience } = props;
  if (Token.isUnresolved(url)) return authOfTokenProblems(props);
  const { hostname } = new URL(url);
  const isGoogleApi = hostOf(hostname) === 'google-api';
  if (isGoogleApi && auth === 'oidc') {
    const must = `be 'oauth' for ${hostname}: Google APIs take access tokens, no ID tokens`;
    return [{ prop: 'auth', must, got: shown(auth), fix: "leave it out, or write 'oauth'" }];
  }
  if (!isGoogleApi && auth === 'oauth') {
    const must = `be 'oidc' or 'none' for ${hostname}: with an access token it could use every Google API as the handler`;
    return [{ prop: 'auth', must, got: shown(auth), fix: "write 'oidc'" }];
  }
  if (audience !== undefined && (auth ?? defaultAuth(props)) !== 'oidc') {
    const fix = isGoogleApi
      ? 'remove it: Google APIs take access tokens'
      : "write auth: 'oidc', or remove it";
    return [{ prop: 'audience', must: "not be given unless auth is 'oidc'", got: shown(audience), fix }];
  }
  if (auth !== 'oidc' || audience !== undefined || defaultAudience(url) !== undefined) return [];
  const must = `be given for ${hostname}, which tells none`;
  return [{ prop: 'audience', must, got: 'nothing', fix: 'write the one that the receiver checks' }];
}

function authOfTokenProblems({ auth, audience }: AuthProps): Problem[] {
  if (auth === undefined) {
    const must = 'be given where the url is known only at deploy time, since its host cannot be looked at';
    return [{ prop: 'auth', must, got: 'nothing', fix: "write 'oidc', 'oauth' or 'none'" }];
  }
  if (auth === 'oidc' && audience === undefined) {
    const must = 'be given where the url is known only at deploy time';
    return [{ prop: 'audience', must, got: 'nothing', fix: 'write the URI of the service' }];
  }
  if (auth === 'oidc' || audience === undefined) return [];
  return [
    { prop: 'audience', must: "not be given unless auth is 'oidc'", got: shown(audience), fix: 'remove it' },
  ];
}

function defaultAuth({ url, audience }: AuthProps): HttpAuthKind {
  const host = hostOf(new URL(url).hostname);
  if (host === 'google-api') return 'oauth';
  return host === 'cloud-run' || host === 'cloud-functions' || audience !== undefined ? 'oidc' : 'none';
}

/** Cloud Run checks its service's own URI; under `cloudfunctions.net` the function's name belongs to it. */
function defaultAudience(text: string): string | undefined {
  const url = new URL(text);
  const host = hostOf(url.hostname);
  if (host === 'cloud-run') return url.origin;
  if (host === 'cloud-functions') return `${url.origin}${/^\/[^/]*/.exec(url.pathname)?.[0] ?? ''}`;
  return undefined;
}

function hostOf(hostname: string): Host {
  const isBelow = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
  if (isGoogleApiHost(hostname)) return 'google-api';
  if (isBelow('run.app')) return 'cloud-run';
  return isBelow('cloudfunctions.net') ? 'cloud-functions' : 'other';
}
