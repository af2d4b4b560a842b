import { Token } from 'cdktf';
import {
  choiceProblems,
  objectProblems,
  projectProblems,
  regionProblems,
  requiredProblems,
  shown,
  textProblems,
  unknownProps,
} from '../checks';
import { HTTP_METHODS, type HttpProxy } from '../contract/proxies';
import type { Problem } from '../problem';
import { contentTypeFor, contentTypeOf } from '../scheduler/http-headers';
import { authOf, authProblems, HTTP_AUTH, type HttpAuthKind } from './http-auth';
import { requestHeaderProblems } from './http-headers';
import { urlProblems, withoutRootDot } from './http-url';
import type { ProxyLogic } from './proxy-logic';
import { checkProps } from './proxy-props';

/** A Cloud Run service that the handler is to be allowed to call. */
export interface CalledService {
  /** The service's short name, 1 to 63 lower-case letters, digits and hyphens, first a letter. */
  readonly name: string;
  /** The region of the service, such as `europe-west1`. */
  readonly location: string;
  /** @default - the handler's project */
  readonly project?: string;
}

/** What `JobLogic.http` takes. */
export interface HttpProps {
  /** Where the request goes: https, or http on loopback. Redirects are not followed. */
  readonly url: string;
  /** @default 'POST' */
  readonly method?: HttpProxy['method'];
  /**
   * The audience of the ID token, where `auth` is `oidc`.
   *
   * @default - for `run.app` the service's URI, for `cloudfunctions.net` the function's; none for others
   */
  readonly audience?: string;
  /**
   * How the request is signed: `oidc` by an ID token of the handler's account, `oauth` by an access token, which only
   * Google APIs are given. It must be given where `url` is a token.
   *
   * @default - `oauth` for `googleapis.com`; `oidc` for `run.app`, `cloudfunctions.net` and where `audience` is given;
   * `none` for others
   */
  readonly auth?: HttpAuthKind;
  /**
   * Headers beside `Idempotency-Key`, which carries the run's token.
   *
   * @default - none but the type of the body
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The body, not with GET. It is sent as `application/json` where it is JSON and as `text/plain` where it is not,
   * unless `headers` name a `Content-Type`.
   *
   * @default - the body of the job's request
   */
  readonly body?: string;
  /**
   * The Cloud Run service behind `url`: the handler is granted `roles/run.invoker` on it.
   *
   * @default - none: somebody else grants what the receiver asks for
   */
  readonly cloudRunService?: CalledService;
}

const PROP_NAMES = ['url', 'method', 'audience', 'auth', 'headers', 'body', 'cloudRunService'];
const SERVICE_NAMES = ['name', 'location', 'project'];

const SERVICE = {
  pattern: /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  must: 'be the short name of a service: 1 to 63 lower-case letters, digits and hyphens, first a letter',
  fix: 'write the name without project and location',
};
const TEXT = { pattern: /./s, must: 'not be empty', fix: 'leave it out' };

/** Job logic that sends a request. */
export function http(props: HttpProps): ProxyLogic {
  checkProps('JobLogic.http', props, httpProblems);
  const { method, body, cloudRunService: service } = props;
  const url = withoutRootDot(props.url);
  return {
    settings: {
      kind: 'http',
      url,
      method: method ?? 'POST',
      headers: headersOf(props),
      body,
      auth: authOf({ ...props, url }),
      cloudRunService: service && serviceLabel(service),
    },
    access:
      service === undefined
        ? []
        : [{ on: 'service', project: service.project, location: service.location, service: service.name }],
    apis: [],
  };
}

function serviceLabel({ name, location, project }: CalledService): string {
  return `${name} in ${location}${project === undefined ? '' : ` of project ${project}`}`;
}

function headersOf({ headers, body }: HttpProps): Record<string, string> {
  if (body === undefined || contentTypeOf(headers) !== undefined) return { ...headers };
  return { ...headers, 'Content-Type': contentTypeFor(body) };
}

function httpProblems(given: HttpProps): Problem[] {
  const props = { ...given, url: withoutRootDot(given.url) };
  const { url, method, audience, auth, headers, body, cloudRunService } = props;
  const isUrlUsable = typeof url === 'string' && urlProblems(url, method).length === 0;
  const isAuthUsable = auth === undefined || HTTP_AUTH.includes(auth);
  const ofAuth = isUrlUsable && isAuthUsable ? authProblems(props) : [];
  const kind = isUrlUsable && isAuthUsable && ofAuth.length === 0 ? authOf(props).kind : undefined;
  return [
    ...unknownProps(props, PROP_NAMES),
    ...requiredProblems('url', url, "write it as in 'https://ledger.example.com/invoices'"),
    ...(url === undefined || url === null ? [] : urlProblems(url, method)),
    ...choiceProblems('method', method, HTTP_METHODS),
    ...choiceProblems('auth', auth, HTTP_AUTH),
    ...textProblems('audience', audience, TEXT),
    ...ofAuth,
    ...requestHeaderProblems(headers),
    ...bodyProblems(body, method),
    ...serviceProblems(cloudRunService, kind),
  ];
}

function bodyProblems(body: unknown, method: unknown): Problem[] {
  if (body === undefined) return [];
  if (typeof body !== 'string') {
    const fix = typeof body === 'object' ? 'pass it through JSON.stringify' : undefined;
    return [{ prop: 'body', must: 'be a text', got: shown(body), fix }];
  }
  if (method !== 'GET') return [];
  return [
    {
      prop: 'body',
      must: 'not be given with GET',
      got: shown(body),
      fix: "write method: 'POST', or remove it",
    },
  ];
}

function serviceProblems(service: unknown, auth: HttpAuthKind | undefined): Problem[] {
  if (service === undefined) return [];
  const prop = 'cloudRunService';
  const missing = objectProblems(prop, service);
  if (missing.length > 0 || Token.isUnresolved(service)) return missing;
  const { name, location, project } = service as CalledService;
  const problems = [
    ...unknownProps(service as object, SERVICE_NAMES).map((one) => ({ ...one, prop: `${prop}.${one.prop}` })),
    ...requiredProblems(`${prop}.name`, name, 'write the short name of the service'),
    ...textProblems(`${prop}.name`, name ?? undefined, SERVICE),
    ...requiredProblems(`${prop}.location`, location, "write 'europe-west1' or the region of the service"),
    ...regionProblems(`${prop}.location`, location ?? undefined),
    ...projectProblems(`${prop}.project`, project),
  ];
  if (auth === undefined || auth === 'oidc') return problems;
  const must = "not be given unless auth is 'oidc': Cloud Run lets in only who shows an ID token";
  return [
    ...problems,
    { prop, must, got: shown(service), fix: "write auth: 'oidc', with the service's URI as audience" },
  ];
}
