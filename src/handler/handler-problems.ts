import { Token } from 'cdktf';
import { accountEmailProblems, projectInEmail } from '../account-email';
import {
  choiceProblems,
  literalBooleanProblems,
  projectProblems,
  providerProblems,
  regionProblems,
  requiredProblems,
  shown,
  textProblems,
} from '../checks';
import { GRANT_MODES } from '../grants';
import { memberProblems } from '../member';
import type { Problem } from '../problem';
import type { IDedupStore } from '../store/dedup-store';
import { type HandlerProps, VPC_EGRESS } from './handler-props';
import { labelProblems } from './label-problems';
import { secretProblems } from './secret';
import { sizeProblems } from './size-problems';

const SERVICE_NAME = {
  pattern: /^[a-z][a-z0-9-]{2,47}[a-z0-9]$/,
  must: 'be 4 to 49 lower-case letters, digits and hyphens, first a letter, last no hyphen',
  fix: 'leave it out for a name from the place of the construct',
};
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const CONNECTOR = {
  pattern: /^(?:projects\/[^/]+\/locations\/[^/]+\/connectors\/)?[a-z][-a-z0-9]{0,24}$/,
  must: 'be the name of a connector or projects/P/locations/L/connectors/NAME',
};

/** Variables that the platform or the handler sets, each with whose it is. */
const RESERVED_VARIABLES: readonly { readonly names: RegExp; readonly owner: string }[] = [
  { names: /^DSJ_/, owner: 'the handler' },
  { names: /^(?:K_|X_GOOGLE_|GOOGLE_|FUNCTION_|CLOUD_RUN_)/, owner: 'the platform' },
  { names: /^(?:PORT|GCLOUD_PROJECT|LOG_EXECUTION_ID|NODE_OPTIONS)$/, owner: 'the platform' },
  { names: /^FIRESTORE_EMULATOR_HOST$/, owner: 'tests: with it the handler would leave Firestore' },
];

/** Every problem that handlers of both kinds share. */
export function handlerProblems(props: HandlerProps): Problem[] {
  return [
    ...requiredProblems('region', props.region, "write region: 'europe-west1' or the region of your choice"),
    ...regionProblems('region', props.region ?? undefined),
    ...projectProblems('project', props.project),
    ...storeProblems(props),
    ...textProblems('serviceName', props.serviceName, SERVICE_NAME),
    ...environmentProblems(props),
    ...textProblems('vpcConnector', props.vpcConnector, CONNECTOR),
    ...choiceProblems('vpcEgress', props.vpcEgress, VPC_EGRESS),
    ...egressProblems(props),
    ...labelProblems(props.labels),
    ...sizeProblems(props),
    ...accountEmailProblems('serviceAccount', props.serviceAccount),
    ...accountEmailProblems('invokerServiceAccount', props.invokerServiceAccount),
    ...invokerProjectProblems(props),
    ...choiceProblems('grants', props.grants, GRANT_MODES),
    ...memberProblems('deployerMember', props.deployerMember),
    ...literalBooleanProblems('enableApis', props.enableApis),
    ...providerProblems(props.provider),
  ];
}

/** Every problem of the variables that the job logic is given. */
export function environmentProblems(props: Pick<HandlerProps, 'environment' | 'secrets'>): Problem[] {
  return [
    ...variableProblems('environment', props.environment),
    ...variableProblems('secrets', props.secrets),
    ...valueProblems(props.environment),
    ...secretProblems(props.secrets),
    ...bothProblems(props),
  ];
}

/** A handler's records are in its own project: its accounts and its database are made and billed together. */
export function storeProblems({ store, project }: Pick<HandlerProps, 'store' | 'project'>): Problem[] {
  if (typeof (store as Partial<IDedupStore> | undefined)?.grantReadWrite !== 'function') {
    const got = store === undefined ? 'nothing' : shown(store);
    return [{ prop: 'store', must: 'be a dedup store', got, fix: 'give a FirestoreStore' }];
  }
  const other = store.givenProject;
  if (project === undefined || other === undefined || project === other) return [];
  if (Token.isUnresolved(project) || Token.isUnresolved(other)) return [];
  return [
    {
      prop: 'store',
      must: `be in the handler's project (${project})`,
      got: `a store in ${other}`,
      fix: `give a store in ${project}, or make the handler in ${other}`,
    },
  ];
}

/** Where every account is given, no resource is left that tells the project. */
export function projectOfAccountsProblems(
  { project }: Pick<HandlerProps, 'project'>,
  accounts: readonly (string | undefined)[],
): Problem[] {
  if (project !== undefined || accounts.includes(undefined)) return [];
  const must = 'be given where every account is, since no resource is left that tells it';
  return [{ prop: 'project', must, got: 'nothing', fix: 'write the project id' }];
}

function egressProblems({
  vpcConnector,
  vpcEgress,
}: Pick<HandlerProps, 'vpcConnector' | 'vpcEgress'>): Problem[] {
  if (vpcEgress === undefined || vpcConnector !== undefined) return [];
  const fix = 'give the connector, or remove vpcEgress';
  return [{ prop: 'vpcEgress', must: 'not be given without vpcConnector', got: shown(vpcEgress), fix }];
}

function variableProblems(prop: string, variables: object | undefined): Problem[] {
  if (variables === undefined) return [];
  if (typeof variables !== 'object' || variables === null || Token.isUnresolved(variables)) {
    return [{ prop, must: 'be an object of names and values', got: shown(variables) }];
  }
  return Object.keys(variables).flatMap((name) => {
    if (!VARIABLE_NAME.test(name)) {
      const must = 'be named with letters, digits and underscores, first no digit';
      return [{ prop: `${prop}.${name}`, must, got: shown(name) }];
    }
    const reserved = RESERVED_VARIABLES.find(({ names }) => names.test(name));
    if (reserved === undefined) return [];
    const must = `have another name (this one belongs to ${reserved.owner})`;
    return [{ prop: `${prop}.${name}`, must, got: shown(name), fix: `write MY_${name}` }];
  });
}

function valueProblems(environment: Readonly<Record<string, string>> | undefined): Problem[] {
  return Object.entries(environment ?? {})
    .filter(([, value]) => typeof value !== 'string')
    .map(([name, value]) => ({
      prop: `environment.${name}`,
      must: 'be a text',
      got: shown(value),
      fix:
        value === undefined || value === null
          ? 'give a value or remove it'
          : `write it as '${String(value)}'`,
    }));
}

function bothProblems({ environment, secrets }: Pick<HandlerProps, 'environment' | 'secrets'>): Problem[] {
  return Object.keys(environment ?? {})
    .filter((name) => Object.hasOwn(secrets ?? {}, name))
    .map((name) => ({
      prop: `secrets.${name}`,
      must: 'have a name that environment does not have',
      got: shown(name),
      fix: 'remove one of the two',
    }));
}

/** An account made in another project than the handler's, where both are known: Cloud Scheduler refuses it. */
export function invokerProjectProblems({
  project,
  invokerServiceAccount: email,
}: Partial<Pick<HandlerProps, 'project' | 'invokerServiceAccount'>>): Problem[] {
  if (project === undefined || email === undefined) return [];
  if (Token.isUnresolved(project) || Token.isUnresolved(email)) return [];
  const ofAccount = projectInEmail(email);
  if (ofAccount === undefined || ofAccount === project) return [];
  const must = `be an account of the jobs' project (${project}), the only ones that Cloud Scheduler takes`;
  return [{ prop: 'invokerServiceAccount', must, got: shown(email), fix: `give one of ${project}` }];
}

/** Cloud Scheduler takes only accounts of the job's own project, and the invoker account is in the handler's. */
export function jobProjectProblems(
  project: string | undefined,
  handlersProject: string | undefined,
): Problem[] {
  if (project === undefined || handlersProject === undefined || project === handlersProject) return [];
  if (Token.isUnresolved(project) || Token.isUnresolved(handlersProject)) return [];
  const must = `be that of the handler (${handlersProject}), which is where its invoker account is`;
  return [{ prop: 'project', must, got: `'${project}'`, fix: 'leave it out' }];
}
