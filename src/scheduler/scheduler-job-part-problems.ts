import { Token } from 'cdktf';
import { accountEmailProblems } from '../account-email';
import {
  durationProblems,
  objectProblems,
  projectProblems,
  providerProblems,
  requiredProblems,
  shown,
  textProblems,
} from '../checks';
import { Duration } from '../duration';
import type { Problem } from '../problem';
import {
  ATTEMPT_DEADLINE_SECONDS,
  BACKOFF_SECONDS,
  MAX_DOUBLINGS,
  MAX_RETRY_DURATION_SECONDS,
  RETRY_COUNT,
  type WholeRange,
} from '../timing/cloud-scheduler-limits';
import { checkWhole } from '../timing/whole-number';
import type { SchedulerJobProps } from './scheduler-job';

const URI = {
  pattern: /^https?:\/\/[^\s?#]*[^\s?#/]$/,
  must: 'be the base URI of a service, without a slash at its end',
  fix: "write it as in 'https://handler-123456789.europe-west1.run.app'",
};

const DURATIONS: Readonly<Record<string, WholeRange>> = {
  maxRetryDuration: MAX_RETRY_DURATION_SECONDS,
  minBackoffDuration: BACKOFF_SECONDS,
  maxBackoffDuration: BACKOFF_SECONDS,
};
const COUNTS: Readonly<Record<string, WholeRange>> = {
  retryCount: RETRY_COUNT,
  maxDoublings: MAX_DOUBLINGS,
};

/**
 * Every problem of what a job is made of beside its identity, which no construct derives for it.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs
 */
export function partProblems(props: Partial<SchedulerJobProps>): Problem[] {
  const { attemptDeadline, retryConfig, target, runProject } = props;
  return [
    ...requiredProblems('runProject', runProject, 'write the project id that the runs are recorded under'),
    ...projectProblems('runProject', runProject ?? undefined),
    ...lengthProblems('attemptDeadline', attemptDeadline, ATTEMPT_DEADLINE_SECONDS),
    ...retryProblems(retryConfig),
    ...targetProblems(target),
    ...providerProblems(props.provider),
  ];
}

function retryProblems(retryConfig: unknown): Problem[] {
  const missing = objectProblems('retryConfig', retryConfig, 'give all five retry settings');
  if (missing.length > 0) return missing;
  const given = retryConfig as Readonly<Record<string, unknown>>;
  return [
    ...Object.entries(COUNTS).flatMap(([name, range]) =>
      countProblems(`retryConfig.${name}`, given[name], range),
    ),
    ...Object.entries(DURATIONS).flatMap(([name, range]) =>
      lengthProblems(`retryConfig.${name}`, given[name], range),
    ),
  ];
}

function countProblems(prop: string, value: unknown, range: WholeRange): Problem[] {
  const missing = requiredProblems(prop, value, `write a number from ${range.from}`);
  if (missing.length > 0 || Token.isUnresolved(value)) return missing;
  return typeof value === 'number'
    ? checkWhole({ prop, range, unit: '' }, value)
    : [{ prop, must: 'be a number', got: shown(value) }];
}

function lengthProblems(prop: string, value: unknown, range: WholeRange): Problem[] {
  const missing = requiredProblems(prop, value, `write Duration.seconds(${range.from}) or more`);
  if (missing.length > 0) return missing;
  if (!(value instanceof Duration)) return durationProblems(prop, value);
  return value.isUnresolved ? [] : checkWhole({ prop, range, unit: 's' }, value.toSeconds());
}

function targetProblems(target: unknown): Problem[] {
  const missing = objectProblems('target', target, 'give what handler.bindJob returns');
  if (missing.length > 0) return missing;
  const { uri, invokerEmail, dependencies } = target as Partial<SchedulerJobProps['target']>;
  return [
    ...requiredProblems('target.uri', uri, URI.fix),
    ...textProblems('target.uri', uri ?? undefined, URI),
    ...requiredProblems('target.invokerEmail', invokerEmail, 'write its e-mail'),
    ...accountEmailProblems('target.invokerEmail', invokerEmail ?? undefined),
    ...(Array.isArray(dependencies)
      ? []
      : [{ prop: 'target.dependencies', must: 'be a list', got: shown(dependencies), fix: 'write []' }]),
  ];
}
