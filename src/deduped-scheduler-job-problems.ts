import type { IConstruct } from 'constructs';
import { choiceProblems, shown, unknownProps } from './checks';
import { ConfigurationError } from './configuration-error';
import { FORCED_RUNS, JOB_SETTINGS_DEFAULTS, MISSING_SCHEDULE_TIME } from './contract/job-settings';
import type { DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import { logicProblems } from './handler/cloud-run-function';
import { handlerArchive } from './handler/handler-archive';
import { JobLogic } from './handler/job-logic';
import { registerJob } from './job-registry';
import type { Problem } from './problem';
import { schedulerJobProblems } from './scheduler/scheduler-job-problems';

const PROP_NAMES = [
  ...['schedule', 'timeZone', 'region', 'logic', 'project', 'jobName', 'description', 'paused'],
  ...['attemptDeadline', 'retryConfig', 'lease', 'retention', 'acceptLostCrashes'],
  ...['forcedRuns', 'missingScheduleTime'],
  ...['body', 'headers', 'store', 'handler', 'provider'],
];

/** Props that cannot be looked into at all, as a JavaScript caller may give them. */
export function propsProblems(props: unknown): Problem[] {
  if (typeof props === 'object' && props !== null) return [];
  return [{ prop: 'props', must: 'be an object', got: shown(props), fix: 'give schedule, region and logic' }];
}

/** Every problem of a job's props but those of its times. */
export function dedupedSchedulerJobProblems(
  job: IConstruct,
  jobName: string,
  props: DedupedSchedulerJobProps,
): Problem[] {
  return [
    ...unknownProps(props, PROP_NAMES).filter((problem) => problem.prop !== 'oauthToken'),
    ...schedulerJobProblems(props),
    ...choiceProblems('forcedRuns', props.forcedRuns, FORCED_RUNS),
    ...choiceProblems('missingScheduleTime', props.missingScheduleTime, MISSING_SCHEDULE_TIME),
    ...workProblems(props),
    ...registerJob(job, { project: props.project, region: props.region, jobName }),
  ];
}

/** Either a handler, which has its logic and its store, or a logic, which gets a handler of its own. */
function workProblems(props: DedupedSchedulerJobProps): Problem[] {
  const { logic, handler, store } = props;
  if (handler === undefined)
    return [...logicProblems(logic), ...bundleProblems(logic), ...storeProblems(store)];
  const problems: Problem[] = [];
  if (typeof handler?.bindJob !== 'function') {
    problems.push({
      prop: 'handler',
      must: 'be a handler',
      got: shown(handler),
      fix: 'give a CloudRunFunction',
    });
  }
  for (const [prop, value] of Object.entries({ logic, store })) {
    if (value === undefined) continue;
    const must = `not be given beside handler, which has its own`;
    problems.push({ prop, must, got: shown(value), fix: `remove it, or give it to the handler` });
  }
  return problems;
}

/** The code of the job logic is bundled here already, so that its problems are listed with all others. */
function bundleProblems(logic: unknown): readonly Problem[] {
  if (!(logic instanceof JobLogic)) return [];
  try {
    handlerArchive({ [JOB_SETTINGS_DEFAULTS.logic]: logic });
    return [];
  } catch (error) {
    if (ConfigurationError.is(error)) return error.problems;
    throw error;
  }
}

function storeProblems(store: unknown): Problem[] {
  if (store === undefined || typeof (store as { grantReadWrite?: unknown })?.grantReadWrite === 'function')
    return [];
  return [{ prop: 'store', must: 'be a dedup store', got: shown(store), fix: 'give a FirestoreStore' }];
}
