import type { TerraformProvider } from 'cdktf';
import type { GrantMode } from '../grants';
import type { IDedupStore } from '../store/dedup-store';
import type { SecretVersion } from './secret';

/** Which requests of the service go through the VPC connector. */
export type VpcEgress = 'PRIVATE_RANGES_ONLY' | 'ALL_TRAFFIC';

export const VPC_EGRESS: readonly VpcEgress[] = ['PRIVATE_RANGES_ONLY', 'ALL_TRAFFIC'];

/** What handlers of both kinds have in common. */
export interface HandlerProps {
  /** The region of the service, such as `europe-west1`. */
  readonly region: string;
  /** Where the runs are recorded. */
  readonly store: IDedupStore;
  /**
   * The service's name, 4 to 49 lower-case letters, digits and hyphens, first a letter, last no hyphen.
   *
   * @default - a name from the construct's place in the tree
   */
  readonly serviceName?: string;
  /**
   * Environment variables for the job logic. Names that the handler or the platform own are refused.
   *
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Environment variables that hold secrets, by name. The handler is granted access to these secrets only.
   *
   * @default - none
   */
  readonly secrets?: Readonly<Record<string, SecretVersion>>;
  /**
   * A Serverless VPC Access connector, by its name in this region or its full id.
   *
   * @default - none
   */
  readonly vpcConnector?: string;
  /**
   * What goes through the connector.
   *
   * @default 'PRIVATE_RANGES_ONLY'
   */
  readonly vpcEgress?: VpcEgress;
  /**
   * Labels of the service.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Memory of an instance, 128Mi to 32Gi, as in `512Mi` or `1Gi`.
   *
   * More than 4Gi needs a `cpu` of 2 or more, more than 8Gi one of 4, 16Gi of 6, 24Gi of 8. With a `cpu` below 0.5 it is
   * at most 512Mi, below 1 at most 1Gi.
   *
   * @see https://cloud.google.com/run/docs/configuring/services/memory-limits
   * @default - 512 MiB
   */
  readonly memory?: string;
  /**
   * CPUs of an instance: 0.08 to 0.999 in steps of 0.001, or 1, 2, 4, 6 or 8.
   *
   * Below 1 only with a `concurrency` of 1; 4 need at least 2Gi of `memory`, 6 and 8 at least 4Gi.
   *
   * @see https://cloud.google.com/run/docs/configuring/services/cpu
   * @default '1'
   */
  readonly cpu?: string;
  /**
   * Instances that are kept warm, 0 to 1000; each is billed while it waits.
   *
   * @default 0
   */
  readonly minInstances?: number;
  /**
   * The most instances, 1 to 1000.
   *
   * @default - 4, or two per job where that is more
   */
  readonly maxInstances?: number;
  /**
   * Requests that one instance works on at a time, 1 to 1000. With more than 1 an attempt that outlives its
   * lease takes the others in its instance with it, since only the end of the process ends it.
   *
   * @default 1
   */
  readonly concurrency?: number;
  /**
   * E-mail of an existing account to run as.
   *
   * Give each handler one of its own: two under the same account make the same grants each, and taking one of them away
   * takes its grants from the other until the next apply. Else give `grants: 'none'` to all but one.
   *
   * @default - an account of its own
   */
  readonly serviceAccount?: string;
  /**
   * E-mail of an existing account that the jobs call as. It must be in the jobs' project.
   *
   * @default - an account of its own
   */
  readonly invokerServiceAccount?: string;
  /**
   * `none` makes no grant, and lists what is needed in `requiredGrants` and in the output of `cdktf synth`.
   *
   * @default 'managed'
   */
  readonly grants?: GrantMode;
  /**
   * Who deploys, as IAM writes it (`serviceAccount:E-MAIL`, `user:E-MAIL`, `group:E-MAIL`): it is allowed to
   * act as the accounts that are used here.
   *
   * @default - nobody is granted that
   */
  readonly deployerMember?: string;
  /**
   * Enables the APIs that the handler needs. They stay enabled when the stack goes.
   *
   * @default false
   */
  readonly enableApis?: boolean;
  /** @default - the project of the provider */
  readonly project?: string;
  /** @default - the provider of the stack */
  readonly provider?: TerraformProvider;
}

/** The names of {@link HandlerProps}, for the check of those that a JavaScript caller misspells. */
export const HANDLER_PROP_NAMES: readonly (keyof HandlerProps)[] = [
  ...(['region', 'store', 'serviceName', 'environment', 'secrets', 'vpcConnector', 'vpcEgress'] as const),
  ...(['labels', 'memory', 'cpu', 'minInstances', 'maxInstances', 'concurrency', 'serviceAccount'] as const),
  ...(['invokerServiceAccount', 'grants', 'deployerMember', 'enableApis', 'project', 'provider'] as const),
];
