/** What every proxy of a Google API has in common. */
interface GoogleApiProxy {
  /** The project of what is started. */
  readonly project: string;
  /** Where the API is asked, `https://HOST` without a trailing slash; `undefined` for its public endpoint. */
  readonly endpoint?: string;
}

/** What starts something that goes on after the API has answered. */
interface StartingProxy extends GoogleApiProxy {
  readonly location: string;
  /** Whether an attempt waits for the end of what it started and reports it, instead of the start. */
  readonly waits: boolean;
}

/** Starts an execution of a workflow. */
export interface WorkflowExecutionProxy extends StartingProxy {
  readonly kind: 'workflow-execution';
  /** The short name. */
  readonly workflow: string;
  /** The workflow's argument, to which the token is added. */
  readonly argument: Readonly<Record<string, unknown>>;
  /** The field of the argument that the token is put into. */
  readonly tokenField: string;
}

/** What an execution of a Cloud Run job overrides, as the API names it. */
export interface CloudRunJobOverrides {
  readonly containerOverrides?: readonly ContainerOverride[];
  readonly taskCount?: number;
  /** Seconds with an `s`, such as `3600s`. */
  readonly timeout?: string;
}

/** What is overridden in one container. */
export interface ContainerOverride {
  readonly name?: string;
  readonly args?: readonly string[];
  readonly clearArgs?: boolean;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}

/** Starts an execution of a Cloud Run job. */
export interface CloudRunJobProxy extends StartingProxy {
  readonly kind: 'cloud-run-job';
  /** The short name. */
  readonly job: string;
  readonly overrides: CloudRunJobOverrides;
  /** The environment variable that the token is put into. */
  readonly tokenVariable: string;
}

/** Starts a build by a trigger of Cloud Build. */
export interface CloudBuildTriggerProxy extends StartingProxy {
  readonly kind: 'cloud-build-trigger';
  /** The trigger's id or name. */
  readonly trigger: string;
  /** What is built; `undefined` for what the trigger says. */
  readonly source?: CloudBuildSource;
  readonly substitutions: Readonly<Record<string, string>>;
  /** The substitution that the token is put into. */
  readonly tokenSubstitution: string;
}

/** A revision of the trigger's repository: one of the three. */
export interface CloudBuildSource {
  readonly branchName?: string;
  readonly tagName?: string;
  readonly commitSha?: string;
}

/** How a request is authenticated. */
export type HttpAuth =
  | { readonly kind: 'none' }
  /** An ID token of the runtime account, for Cloud Run and what else checks one. */
  | { readonly kind: 'oidc'; readonly audience: string }
  /** An access token of the runtime account, for Google APIs. */
  | { readonly kind: 'oauth'; readonly scope: string };

export const HTTP_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const;

/** Forwards the run to an HTTP endpoint, with its token as `Idempotency-Key`. */
export interface HttpProxy {
  readonly kind: 'http';
  readonly url: string;
  readonly method: (typeof HTTP_METHODS)[number];
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` forwards the body of the delivery. */
  readonly body?: string;
  readonly auth: HttpAuth;
  /** The Cloud Run service behind the url, as people name it, for the words of a refusal. */
  readonly cloudRunService?: string;
}

/** Publishes a message. */
export interface PubSubProxy extends GoogleApiProxy {
  readonly kind: 'pub-sub';
  /** The short name. */
  readonly topic: string;
  /** `undefined` forwards the body of the delivery. */
  readonly data?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The attribute that the token is put into. */
  readonly tokenAttribute: string;
  readonly orderingKey?: string;
}

/** The settings of job logic that is built in, by what it does. */
export type Proxy =
  | WorkflowExecutionProxy
  | CloudRunJobProxy
  | CloudBuildTriggerProxy
  | HttpProxy
  | PubSubProxy;

export type ProxyKind = Proxy['kind'];

/** Each kind's module in `lambda-handler/proxies`, and what it is called there. */
export const PROXY_KINDS: readonly ProxyKind[] = [
  'workflow-execution',
  'cloud-run-job',
  'cloud-build-trigger',
  'http',
  'pub-sub',
];

/**
 * What the module of a kind is called in a handler that was built before its job logics were named. No job logic can be
 * called that: their names have no colon.
 */
export function proxyModuleName(kind: ProxyKind): string {
  return `proxy:${kind}`;
}

/** The step of a run whose token a proxy sends. Frozen: another text would start what is started again. */
export const PROXY_STEP = 'proxy';

/** Where the token goes unless another name is given, and the label of workflow executions. */
export const IDEMPOTENCY_KEY = {
  FIELD: 'idempotency_key',
  LABEL: 'idempotency_key',
  VARIABLE: 'IDEMPOTENCY_KEY',
  SUBSTITUTION: '_IDEMPOTENCY_KEY',
  ATTRIBUTE: 'idempotency_key',
} as const;
