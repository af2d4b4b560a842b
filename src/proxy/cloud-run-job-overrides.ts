import { Token } from 'cdktf';
import {
  durationProblems,
  literalBooleanProblems,
  objectProblems,
  shown,
  textProblems,
  unknownProps,
  wholeNumberProblems,
} from '../checks';
import { Duration } from '../duration';
import type { Problem } from '../problem';

/**
 * What one execution of a Cloud Run job has other than the job says.
 *
 * @see https://cloud.google.com/run/docs/execute/jobs#override-job-configuration
 */
export interface RunJobOverrides {
  /** @default - none: every container as the job says */
  readonly containerOverrides?: readonly RunJobContainer[];
  /**
   * How many tasks the execution has, 1 to 10,000.
   *
   * @default - as the job says
   */
  readonly taskCount?: number;
  /**
   * How long a task may take, 1 s to 7 days in whole seconds.
   *
   * @default - as the job says
   */
  readonly timeout?: Duration;
}

/** What one container of an execution has other than the job says. */
export interface RunJobContainer {
  /**
   * The container's name; it must be given where several containers are overridden.
   *
   * @default - the only container of the job
   */
  readonly name?: string;
  /**
   * Takes the place of the job's arguments.
   *
   * @default - as the job says
   */
  readonly args?: readonly string[];
  /**
   * Takes the job's arguments away.
   *
   * @default false
   */
  readonly clearArgs?: boolean;
  /**
   * Environment variables beside those that the job has.
   *
   * @default - none
   */
  readonly env?: Readonly<Record<string, string>>;
}

const OVERRIDE_NAMES = ['containerOverrides', 'taskCount', 'timeout'];
const CONTAINER_NAMES = ['name', 'args', 'clearArgs', 'env'];

/** @see https://cloud.google.com/run/docs/configuring/jobs/environment-variables */
export const VARIABLE = {
  pattern: /^(?!X_GOOGLE_|CLOUD_RUN_)[A-Za-z_][A-Za-z0-9_]*$/,
  must: 'be letters, digits and underscores, first no digit, and none of the platform (X_GOOGLE_…, CLOUD_RUN_…)',
};
const CONTAINER = {
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  must: 'be the name of a container: 1 to 63 lower-case letters, digits and hyphens',
};

/** @see https://cloud.google.com/run/quotas */
const TASK_COUNT = { from: 1, to: 10_000 };
/** @see https://cloud.google.com/run/docs/configuring/task-timeout */
const TIMEOUT_SECONDS = { from: 1, to: 7 * 86_400 };

/** Every problem of what an execution overrides. */
export function overrideProblems(overrides: unknown): Problem[] {
  if (overrides === undefined) return [];
  const missing = objectProblems('overrides', overrides);
  if (missing.length > 0) return missing;
  const { containerOverrides, taskCount, timeout } = overrides as RunJobOverrides;
  return [
    ...within('overrides', unknownProps(overrides as object, OVERRIDE_NAMES)),
    ...containersProblems(containerOverrides),
    ...wholeNumberProblems('overrides.taskCount', taskCount, TASK_COUNT),
    ...durationProblems('overrides.timeout', timeout),
    ...timeoutProblems(timeout),
  ];
}

function timeoutProblems(timeout: unknown): Problem[] {
  if (!(timeout instanceof Duration)) return [];
  return wholeNumberProblems('overrides.timeout', timeout.toSeconds(), TIMEOUT_SECONDS).map((problem) => ({
    ...problem,
    must: 'be between 1 s and 7 days, in whole seconds',
    got: `${timeout.toSeconds()} s`,
  }));
}

function containersProblems(containers: unknown): Problem[] {
  const prop = 'overrides.containerOverrides';
  if (containers === undefined) return [];
  if (!Array.isArray(containers) || containers.length === 0) {
    return [{ prop, must: 'be at least one container', got: shown(containers), fix: 'leave it out' }];
  }
  return containers.flatMap((container, index) => {
    const place = `${prop}[${index}]`;
    const missing = objectProblems(place, container);
    return missing.length > 0 ? missing : containerProblems(place, container, containers);
  });
}

function containerProblems(
  place: string,
  container: RunJobContainer,
  all: readonly (RunJobContainer | undefined)[],
): Problem[] {
  const { name, args, clearArgs, env } = container;
  const problems = [
    ...within(place, unknownProps(container, CONTAINER_NAMES)),
    ...textProblems(`${place}.name`, name, CONTAINER),
    ...literalBooleanProblems(`${place}.clearArgs`, clearArgs),
    ...argsProblems(place, args),
    ...envProblems(place, env),
  ];
  if (args !== undefined && clearArgs === true) {
    const must = 'not be true beside args, which take the place of the arguments';
    problems.push({ prop: `${place}.clearArgs`, must, got: 'true', fix: 'remove it' });
  }
  if (all.length > 1 && name === undefined) {
    const must = 'be given where several containers are overridden';
    problems.push({ prop: `${place}.name`, must, got: 'nothing', fix: 'write the name of the container' });
  }
  if (name !== undefined && all.find((other) => other?.name === name) !== container) {
    const must = 'differ from that of every other container';
    problems.push({ prop: `${place}.name`, must, got: shown(name), fix: 'put both into one' });
  }
  return problems;
}

function argsProblems(place: string, args: unknown): Problem[] {
  if (args === undefined || Token.isUnresolved(args)) return [];
  const prop = `${place}.args`;
  if (Array.isArray(args) && args.length > 0 && args.every((arg) => typeof arg === 'string')) return [];
  const fix = Array.isArray(args) && args.length === 0 ? 'write clearArgs: true' : undefined;
  return [{ prop, must: 'be at least one text', got: shown(args), fix }];
}

function envProblems(place: string, env: unknown): Problem[] {
  if (env === undefined) return [];
  const isObject = typeof env === 'object' && env !== null && !Array.isArray(env);
  if (!isObject || Token.isUnresolved(env)) {
    return [{ prop: `${place}.env`, must: 'be an object of names and values', got: shown(env) }];
  }
  return Object.entries(env).flatMap(([name, value]) => [
    ...(VARIABLE.pattern.test(name)
      ? []
      : [
          {
            prop: `${place}.env.${name}`,
            must: VARIABLE.must.replace('be', 'be named with'),
            got: shown(name),
          },
        ]),
    ...(typeof value === 'string'
      ? []
      : [{ prop: `${place}.env.${name}`, must: 'be a text', got: shown(value) }]),
  ]);
}

function within(place: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, prop: `${place}.${problem.prop}` }));
}
