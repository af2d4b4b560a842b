import { type Decoded, isObject, isText, parseObject, show } from './decoding';
import { ENVIRONMENT } from './environment';
import { isGoogleApiHost } from './google-api-host';
import { isLoopback } from './loopback';
import { HTTP_METHODS, PROXY_KINDS, type ProxyKind, type Proxy as ProxySettings } from './proxies';
import { listOf, must, optional, type Rule, shape, texts } from './shape';

const text = must('a text', isText);
const anyText = must('a text', (value) => typeof value === 'string');
const flag = must('true or false', (value) => typeof value === 'boolean');

const ENDPOINT =
  'https:// and a host below googleapis.com, or http:// on the loopback interface, without a path';

const endpoint = must(ENDPOINT, (value) => {
  const url = parseUrl(value);
  return url !== undefined && url.origin === value && isOfGoogle(url);
});

const httpUrl = must('an http:// or https:// URL', (value) => {
  const protocol = parseUrl(value)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
});

const auth: Rule = (value, label, report) => {
  const rule = isObject(value) ? AUTHS[String(value['kind'])] : undefined;
  if (rule === undefined) report(`${label} must be of the kind none, oidc or oauth, got ${show(value)}`);
  else rule(value, label, report);
};

const AUTHS: Readonly<Record<string, Rule>> = {
  none: shape({ kind: text }),
  oidc: shape({ kind: text, audience: text }),
  oauth: shape({ kind: text, scope: text }),
};

const source: Rule = (value, label, report) => {
  shape({ branchName: optional(text), tagName: optional(text), commitSha: optional(text) })(
    value,
    label,
    report,
  );
  if (isObject(value) && Object.keys(value).length !== 1) {
    report(`${label} must have one of branchName, tagName and commitSha, got ${show(value)}`);
  }
};

const overrides = shape({
  containerOverrides: optional(
    listOf(
      shape({
        name: optional(text),
        args: optional(listOf(anyText)),
        clearArgs: optional(flag),
        env: optional(listOf(shape({ name: text, value: anyText }))),
      }),
    ),
  ),
  taskCount: optional(
    must('a whole number of at least 1', (value) => Number.isInteger(value) && Number(value) > 0),
  ),
  timeout: optional(must('seconds with an s', (value) => /^\d+(\.\d{1,9})?s$/.test(String(value)))),
});

const ofGoogleApi = { kind: text, project: text, endpoint: optional(endpoint) };
const starting = { ...ofGoogleApi, location: text, waits: flag };

const RULES: Readonly<Record<ProxyKind, Rule>> = {
  'workflow-execution': shape({
    ...starting,
    workflow: text,
    argument: must('a JSON object', isObject),
    tokenField: text,
  }),
  'cloud-run-job': shape({ ...starting, job: text, overrides, tokenVariable: text }),
  'cloud-build-trigger': shape({
    ...starting,
    trigger: text,
    source: optional(source),
    substitutions: texts,
    tokenSubstitution: text,
  }),
  http: (value, label, report) => {
    const method = must(HTTP_METHODS.join(', '), (name) => HTTP_METHODS.includes(name as never));
    const fields = { kind: text, url: httpUrl, method, headers: texts, body: optional(anyText), auth };
    shape({ ...fields, cloudRunService: optional(text) })(value, label, report);
    const proxy = value as Readonly<Record<string, unknown>>;
    if (proxy['method'] === 'GET' && proxy['body'] !== undefined)
      report(`${label}.body must be left out with GET`);
    const url = parseUrl(proxy['url']);
    const sendsToken = isObject(proxy['auth']) && proxy['auth']['kind'] !== 'none';
    if (sendsToken && url?.protocol === 'http:' && !isLoopback(url)) {
      report(`${label}.url must be an https:// URL where a token is sent, got ${show(proxy['url'])}`);
    } else if (sendsAccessToken(proxy['auth']) && url !== undefined && !isOfGoogle(url)) {
      const rule = 'be of googleapis.com where an access token is sent, which is good for every Google API';
      report(`${label}.url must ${rule}, got ${show(proxy['url'])}`);
    }
  },
  'pub-sub': shape({
    ...ofGoogleApi,
    topic: text,
    data: optional(anyText),
    attributes: texts,
    tokenAttribute: text,
    orderingKey: optional(text),
  }),
};

/** Reads the settings of the built-in job logics by their names; a variable that is not set holds none. */
export function decodeProxies(given: string | undefined): Decoded<Readonly<Record<string, ProxySettings>>> {
  if (given === undefined || given === '') return { value: {} };
  const parsed = parseObject(ENVIRONMENT.PROXIES, given);
  if (parsed.problems !== undefined) return parsed;
  const problems: string[] = [];
  for (const [name, proxy] of Object.entries(parsed.value)) {
    const label = `${ENVIRONMENT.PROXIES}.${name}`;
    const kind = isObject(proxy) ? PROXY_KINDS.find((known) => known === proxy['kind']) : undefined;
    if (kind !== undefined) RULES[kind](proxy, label, (problem) => problems.push(problem));
    else
      problems.push(`${label} must be of the kind ${PROXY_KINDS.join(', ')}, got ${show(kindGiven(proxy))}`);
  }
  return problems.length > 0 ? { problems } : { value: parsed.value as Record<string, ProxySettings> };
}

function kindGiven(proxy: unknown): unknown {
  return isObject(proxy) ? proxy['kind'] : proxy;
}

function sendsAccessToken(auth: unknown): boolean {
  return isObject(auth) && auth['kind'] === 'oauth';
}

/** A request may carry an access token: to Google, or to this machine, where none is sent. */
function isOfGoogle(url: URL): boolean {
  return (url.protocol === 'https:' && isGoogleApiHost(url.hostname)) || isLoopback(url);
}

function parseUrl(value: unknown): URL | undefined {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
}
