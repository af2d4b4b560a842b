import { regionProblems, requiredProblems, textProblems } from '../checks';
import { IDEMPOTENCY_KEY } from '../contract/proxies';
import { textLength } from '../handler/text-length';
import type { Problem } from '../problem';
import { readJsonObject } from './json-object';
import { jsonText } from './json-text';
import type { ProxyLogic } from './proxy-logic';
import { checkProps, literalNameProblems, type StartingProps, startingProblems } from './proxy-props';
import { takenNameProblems } from './token-name-problems';

/** What `JobLogic.workflowExecution` takes. */
export interface WorkflowExecutionProps extends StartingProps {
  /** The workflow's short name, 1 to 64 letters, digits, hyphens and underscores, first a letter. */
  readonly workflow: string;
  /** The region of the workflow, such as `europe-west1`. */
  readonly location: string;
  /**
   * What the workflow is given: an object, or the text of a JSON object, at most 32 KiB with the token. Its values may
   * be tokens.
   *
   * @default - an object with nothing but the token
   */
  readonly argument?: Readonly<Record<string, unknown>> | string;
  /**
   * The field of the argument that the run's token is put into: a letter or an underscore, and at most 62 letters,
   * digits and underscores more.
   *
   * @default 'idempotency_key'
   */
  readonly tokenField?: string;
}

const PROP_NAMES = ['workflow', 'location', 'argument', 'tokenField'];

/** @see https://cloud.google.com/workflows/docs/reference/rest/v1/projects.locations.workflows/create */
const WORKFLOW = {
  pattern: /^[A-Za-z](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/,
  must: 'be the short name of a workflow: 1 to 64 letters, digits, hyphens and underscores, first a letter',
  fix: 'write the name without project and location',
};
const TOKEN_FIELD = {
  pattern: /^[A-Za-z_][A-Za-z0-9_]{0,62}$/,
  must: 'be 1 to 63 letters, digits and underscores, first no digit, known at synth',
  fix: "write it as in 'run_token'",
};

/** @see https://cloud.google.com/workflows/quotas */
const MAX_ARGUMENT_BYTES = 32 * 1024;

/** A token of a run: `t` and 40 hex digits. */
const TOKEN_LENGTH = 41;

/** Job logic that starts an execution of a workflow. */
export function workflowExecution(props: WorkflowExecutionProps): ProxyLogic {
  checkProps('JobLogic.workflowExecution', props, workflowExecutionProblems);
  const { project, endpoint, location, workflow } = props;
  return {
    settings: {
      kind: 'workflow-execution',
      project,
      endpoint,
      location,
      waits: props.waitForCompletion ?? false,
      workflow,
      argument: argumentOf(props).value,
      tokenField: props.tokenField ?? IDEMPOTENCY_KEY.FIELD,
    },
    access: [{ on: 'workflows', project }],
    apis: ['workflows', 'workflowexecutions'],
  };
}

function workflowExecutionProblems(props: WorkflowExecutionProps): Problem[] {
  const { workflow, location, tokenField } = props;
  const argument = argumentOf(props);
  const name = tokenField ?? IDEMPOTENCY_KEY.FIELD;
  return [
    ...startingProblems(props, PROP_NAMES),
    ...requiredProblems('workflow', workflow, 'write the short name of the workflow'),
    ...textProblems('workflow', workflow ?? undefined, WORKFLOW),
    ...requiredProblems('location', location, "write location: 'europe-west1' or the region of the workflow"),
    ...regionProblems('location', location ?? undefined),
    ...argument.problems,
    ...literalNameProblems('tokenField', tokenField, TOKEN_FIELD),
    ...takenNameProblems({
      prop: 'tokenField',
      name,
      among: 'argument',
      taken: Object.keys(argument.value),
    }),
    ...(argument.problems.length === 0 ? sizeProblems({ ...argument.value, [name]: '' }) : []),
  ];
}

function argumentOf({ argument }: WorkflowExecutionProps) {
  return readJsonObject('argument', argument ?? {});
}

function sizeProblems(argument: Readonly<Record<string, unknown>>): Problem[] {
  const bytes = textLength(jsonText(argument)) + TOKEN_LENGTH;
  if (bytes <= MAX_ARGUMENT_BYTES) return [];
  const must = `be at most ${MAX_ARGUMENT_BYTES} bytes of JSON, the token included`;
  const fix = 'put the data where the workflow can read it, and give its address';
  return [{ prop: 'argument', must, got: `${bytes} bytes`, fix }];
}
