import { Token } from 'cdktf';
import { shown } from '../checks';
import { isLoopback } from '../contract/loopback';
import type { Problem } from '../problem';

/** What starts something at these APIs, and what does the same so that a second start is noticed. */
const STARTING_APIS: readonly { readonly host: RegExp; readonly instead: string }[] = [
  { host: hostsOf('workflowexecutions'), instead: 'JobLogic.workflowExecution' },
  { host: hostsOf('run'), instead: 'JobLogic.cloudRunJob' },
  { host: hostsOf('cloudbuild'), instead: 'JobLogic.cloudBuildTrigger' },
];

/**
 * All names of an API: global, of a location, of a private endpoint, regional, and with mutual TLS.
 *
 * @see https://cloud.google.com/vpc/docs/about-accessing-google-apis-endpoints
 * @see https://cloud.google.com/vpc/docs/regional-service-endpoints
 */
function hostsOf(api: string): RegExp {
  return new RegExp(`^(?:[a-z0-9-]+-)?${api}(?:-[a-z0-9-]+)?(?:\\.[a-z0-9-]+)*\\.googleapis\\.com$`);
}

/**
 * The url without the dot of the root zone behind its host, `https://run.googleapis.com./`: the same host by another
 * name, which no check and no audience knows.
 */
export function withoutRootDot(url: string): string {
  if (typeof url !== 'string' || Token.isUnresolved(url) || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (!parsed.hostname.endsWith('.')) return url;
  parsed.hostname = parsed.hostname.replace(/\.+$/, '');
  return parsed.href;
}

/** Every problem of where a request is sent. */
export function urlProblems(url: unknown, method: unknown): Problem[] {
  if (typeof url !== 'string') return [{ prop: 'url', must: 'be a text', got: shown(url) }];
  if (Token.isUnresolved(url)) return [];
  const fault = (must: string, fix?: string): Problem[] => [{ prop: 'url', must, got: shown(url), fix }];
  if (!URL.canParse(url)) return fault('be a URL', "write it as in 'https://ledger.example.com/invoices'");
  const parsed = new URL(url);
  const { protocol, hostname, username, password, hash } = parsed;
  if (protocol !== 'https:' && protocol !== 'http:') return fault('be https', 'write https://…');
  if (protocol === 'http:' && !isLoopback(parsed)) {
    return fault('be https (http only for loopback)', `write https://${hostname}`);
  }
  if (username !== '' || password !== '') {
    return fault('hold no user or password, which a plan would show', 'remove them, and choose auth');
  }
  if (hash !== '') return fault('have no fragment, which is never sent', `remove ${hash}`);
  const starting = STARTING_APIS.find(({ host }) => host.test(hostname));
  if (starting === undefined || (method ?? 'POST') !== 'POST') return [];
  return fault(
    `not start anything at ${hostname}, which takes no Idempotency-Key: each retry would start another`,
    `use ${starting.instead}`,
  );
}
