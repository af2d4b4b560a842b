import { CloudRunV2Service } from '@cdktf/provider-google/lib/cloud-run-v2-service';
import type { Construct } from 'constructs';
import {
  choiceProblems,
  literalBooleanProblems,
  objectProblems,
  requiredProblems,
  shown,
  textProblems,
  unknownProps,
} from '../checks';
import { JOB_SETTINGS_DEFAULTS } from '../contract/job-settings';
import { dependsOn } from '../depends-on';
import type { Problem } from '../problem';
import type { JobLogics } from './cloud-run-function-props';
import { handlerProblems, projectOfAccountsProblems } from './handler-problems';
import { HANDLER_PROP_NAMES, type HandlerProps } from './handler-props';
import { HandlerService } from './handler-service';
import type { JobLogic } from './job-logic';
import { logicProblems, logicsOf, proxiesOf } from './job-logics';
import { LOGIC_NAME } from './logic-name';

/** Whom the network lets through to the service, before its callers are checked. */
export type Ingress = 'all' | 'internal';

const INGRESS: Readonly<Record<Ingress, string>> = {
  all: 'INGRESS_TRAFFIC_ALL',
  internal: 'INGRESS_TRAFFIC_INTERNAL_ONLY',
};

/** The props of a `CloudRunImage`. */
export interface CloudRunImageProps extends HandlerProps {
  /**
   * The container image, `LOCATION-docker.pkg.dev/PROJECT/REPOSITORY/IMAGE` with a tag or, better, a digest: a
   * tag that moves is not seen by a plan.
   */
  readonly image: string;
  /**
   * The names of the job logics that are in the image.
   *
   * @default - one, which jobs need not name
   */
  readonly logicNames?: readonly string[];
  /**
   * Proxies, one or several by name, for an image of what `npx deduped-scheduler bundle --proxies` writes. What they
   * need is granted. Not beside `logicNames`, since proxies have a handler of their own.
   *
   * @default - none: the image holds modules
   */
  readonly proxies?: JobLogic | JobLogics;
  /**
   * `internal` takes requests of the same project's Google services only.
   *
   * @default 'all'
   */
  readonly ingress?: Ingress;
  /**
   * Keeps Terraform from destroying and from replacing the service. A first create that fails is tainted, and
   * could then not be replaced: the handler holds no state worth that.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
}

const PROP_NAMES = [
  ...HANDLER_PROP_NAMES,
  ...['image', 'logicNames', 'proxies', 'ingress', 'deletionProtection'],
];
const APIS = ['run', 'iam'];

const IMAGE = {
  pattern: /^[a-z0-9][-a-z0-9.]*(?::\d+)?(?:\/[a-z0-9._-]+)+(?::[\w.-]{1,128})?(?:@sha256:[0-9a-f]{64})?$/,
  must: 'be the name of a container image',
  fix: "write it as in 'europe-west1-docker.pkg.dev/acme-billing/jobs/handler:1.0'",
};

/** What others change of a service, and what the provider reads back other than it was written. */
const CHANGED_ELSEWHERE = ['scaling', 'client', 'client_version'];

/**
 * The handler from an image that was built elsewhere: `google_cloud_run_v2_service`.
 *
 * `npx deduped-scheduler bundle` writes what the image is built from.
 *
 * @throws ConfigurationError with every problem of the props at once
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services
 */
export class CloudRunImage extends HandlerService {
  /** The Terraform resource, for what has no prop here. */
  readonly resource: CloudRunV2Service;

  constructor(scope: Construct, id: string, props: CloudRunImageProps) {
    const problems = imageProblems(props);
    const proxies = problems.length > 0 ? {} : proxiesOf(logicsOf(props.proxies));
    super(scope, id, props, {
      problems,
      logicNames: problems.length > 0 ? [] : logicNamesOf(props),
      proxies,
      apis: APIS,
      variables: {},
    });
    this.resource = new CloudRunV2Service(this, 'Resource', {
      provider: props.provider,
      project: props.project,
      location: props.region,
      name: this.serviceName,
      description: 'Runs scheduled jobs once per scheduled time',
      labels: props.labels,
      ingress: INGRESS[props.ingress ?? 'all'],
      deletionProtection: props.deletionProtection ?? false,
      template: {
        serviceAccount: this.runtimeAccount.email,
        timeout: `${this.lazyTimeoutSeconds()}s`,
        maxInstanceRequestConcurrency: props.concurrency ?? 1,
        scaling: { minInstanceCount: props.minInstances ?? 0, maxInstanceCount: this.lazyMaxInstances() },
        vpcAccess:
          props.vpcConnector === undefined
            ? undefined
            : { connector: this.connectorId(), egress: props.vpcEgress ?? 'PRIVATE_RANGES_ONLY' },
        containers: [
          {
            image: props.image,
            ports: { containerPort: 8080 },
            env: this.variables(props),
            resources: {
              limits: { cpu: props.cpu ?? '1', memory: props.memory ?? '512Mi' },
              // With `resources` given, the provider takes these for false where they are left out.
              cpuIdle: true,
              startupCpuBoost: true,
            },
          },
        ],
      },
      traffic: [{ type: 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST', percent: 100 }],
      dependsOn: dependsOn(this, this.prerequisites),
      lifecycle: { ignoreChanges: CHANGED_ELSEWHERE },
    });
    this.declare({ resource: this.resource, serviceName: this.resource.name });
  }

  get uri(): string {
    return this.resource.uri;
  }

  protected override projectOfStack(): string {
    throw new Error('assumption failed: the project is given where no account is made');
  }

  private variables({ secrets }: CloudRunImageProps) {
    const plain = Object.entries(this.jobs.environment()).map(([name, value]) => ({ name, value }));
    const secret = Object.entries(secrets ?? {}).map(([name, version]) => ({
      name,
      valueSource: { secretKeyRef: { secret: version.secret, version: version.version } },
    }));
    return [...plain, ...secret].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function imageProblems(props: CloudRunImageProps): Problem[] {
  const missing = objectProblems('props', props, 'give region, image and store');
  if (missing.length > 0) return missing;
  return [
    ...unknownProps(props, PROP_NAMES),
    ...handlerProblems(props),
    ...projectOfAccountsProblems(props, [props.serviceAccount, props.invokerServiceAccount]),
    ...requiredProblems('image', props.image, 'write the name of the image'),
    ...textProblems('image', props.image ?? undefined, IMAGE),
    ...choiceProblems('ingress', props.ingress, Object.keys(INGRESS)),
    ...literalBooleanProblems('deletionProtection', props.deletionProtection),
    ...nameProblems(props.logicNames),
    ...proxiesProblems(props),
  ];
}

function logicNamesOf({ logicNames, proxies }: CloudRunImageProps): readonly string[] {
  if (proxies !== undefined) return Object.keys(logicsOf(proxies));
  return logicNames ?? [JOB_SETTINGS_DEFAULTS.logic];
}

/** The code of an image is not looked into, so a module cannot be told from here. */
function proxiesProblems({ proxies, logicNames }: CloudRunImageProps): Problem[] {
  if (proxies === undefined) return [];
  const fix = 'write JobLogic.workflowExecution({ … }) or another proxy';
  const problems = logicProblems('proxies', proxies, fix);
  if (problems.length === 0 && Object.keys(proxiesOf(logicsOf(proxies))).length === 0) {
    const must = 'be proxies: modules are in the image already';
    problems.push({ prop: 'proxies', must, got: 'a module', fix: 'name them in logicNames' });
  }
  if (logicNames === undefined) return problems;
  const must = 'not be given beside proxies, which have an image of their own';
  return [...problems, { prop: 'logicNames', must, got: shown(logicNames), fix: 'remove it' }];
}

function nameProblems(names: readonly string[] | undefined): Problem[] {
  const holds = names === undefined || (Array.isArray(names) && names.length > 0 && names.every(isName));
  if (holds) return [];
  return [
    {
      prop: 'logicNames',
      must: 'be at least one name',
      got: shown(names),
      fix: "write it as in ['invoices']",
    },
  ];
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && LOGIC_NAME.pattern.test(name);
}
