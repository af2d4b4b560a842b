import {
  choiceProblems,
  literalBooleanProblems,
  objectProblems,
  providerProblems,
  shown,
  unknownProps,
} from './checks';
import { FORCED_RUNS, MISSING_SCHEDULE_TIME } from './contract/job-settings';
import type { BoundJobProps, DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import { CLOUD_RUN_FUNCTION_PROP_NAMES, checkLogics } from './handler/cloud-run-function-problems';
import { environmentProblems, storeProblems } from './handler/handler-problems';
import type { Problem } from './problem';
import { schedulerJobProblems } from './scheduler/scheduler-job-problems';

const BOUND_PROP_NAMES = [
  ...['schedule', 'timeZone', 'region', 'logicName', 'project', 'jobName', 'description', 'paused'],
  ...['attemptDeadline', 'retryConfig', 'lease', 'retention', 'acceptLostCrashes'],
  ...['forcedRuns', 'missingScheduleTime'],
  ...['body', 'headers'],
];
const OWN_PROP_NAMES = ['logic', 'environment', 'secrets', 'store', 'handler', 'enableApis', 'provider'];

/** Props that cannot be looked into at all, as a JavaScript caller may give them. */
export function propsProblems(props: unknown): Problem[] {
  return objectProblems('props', props, 'give schedule, region and logic');
}

/** Every problem of a job's props but those of its times and of its place among other jobs. */
export function dedupedSchedulerJobProblems(props: DedupedSchedulerJobProps): Problem[] {
  return [
    ...identityProblems(props, [...BOUND_PROP_NAMES, ...OWN_PROP_NAMES]).map(withHandlerFix),
    ...literalBooleanProblems('enableApis', props.enableApis),
    ...providerProblems(props.provider),
    ...(props.handler === undefined ? ownHandlerProblems(props) : givenHandlerProblems(props)),
  ];
}

/** Every problem of what a handler is told of a job, but those of its times. */
export function boundJobProblems(props: BoundJobProps): Problem[] {
  return identityProblems(props, BOUND_PROP_NAMES);
}

function identityProblems(props: Omit<BoundJobProps, 'jobName'>, names: readonly string[]): Problem[] {
  return [
    ...unknownProps(props, names).filter((problem) => problem.prop !== 'oauthToken'),
    ...schedulerJobProblems(props),
    ...choiceProblems('forcedRuns', props.forcedRuns, FORCED_RUNS),
    ...choiceProblems('missingScheduleTime', props.missingScheduleTime, MISSING_SCHEDULE_TIME),
  ];
}

/** A prop of the service around the job logic is one of the handler, which a job makes itself only without any. */
function withHandlerFix(problem: Problem): Problem {
  const { prop } = problem;
  const isJobsOwn = [...BOUND_PROP_NAMES, ...OWN_PROP_NAMES].includes(prop);
  if (isJobsOwn || !CLOUD_RUN_FUNCTION_PROP_NAMES.includes(prop)) return problem;
  const fix = `give it to new CloudRunFunction(…, { ${prop}: … }), and that to the job as handler`;
  return { ...problem, must: 'be a prop of the handler, not of the job', fix };
}

/** The code of the job logic is bundled here already, so that its problems are listed with all others. */
function ownHandlerProblems(props: DedupedSchedulerJobProps): Problem[] {
  const { logic, logicName, store, project } = props;
  return [
    ...checkLogics(logic).problems,
    ...(logicName === undefined
      ? []
      : [notBeside('logicName', logicName, 'logic, which is the only one of its handler')]),
    ...(store === undefined ? [] : storeProblems({ store, project })),
    ...environmentProblems(props),
  ];
}

function givenHandlerProblems(props: DedupedSchedulerJobProps): Problem[] {
  const { handler, logic, store, environment, secrets } = props;
  const problems = Object.entries({ logic, store, environment, secrets })
    .filter(([, value]) => value !== undefined)
    .map(([prop, value]) => notBeside(prop, value, 'handler, which has its own'));
  if (typeof handler?.bindJob === 'function') return problems;
  return [
    { prop: 'handler', must: 'be a handler', got: shown(handler), fix: 'give a CloudRunFunction' },
    ...problems,
  ];
}

function notBeside(prop: string, value: unknown, other: string): Problem {
  return { prop, must: `not be given beside ${other}`, got: shown(value), fix: 'remove it' };
}
