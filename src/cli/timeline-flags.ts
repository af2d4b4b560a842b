import { parseArgs } from 'node:util';
import { describeProblem } from '../problem';
import { parseCronSchedule } from '../scheduler/cron-schedule';
import { checkTimeZone } from '../scheduler/time-zone';
import { ATTEMPT_DEADLINE_SECONDS } from '../timing/cloud-scheduler-limits';
import { DURATION_FORM, parseDurationSeconds } from './duration-text';
import type { ExistingJob } from './existing-job';
import { FLAG_NAMES, renamed } from './setting-names';

/** Cloud Scheduler's zone for a job that names none. */
const DEFAULT_TIME_ZONE = 'Etc/UTC';

const JOB_FLAGS = [
  ...['schedule', 'time-zone', 'attempt-deadline', 'max-retry-attempts', 'max-retry-duration'],
  ...['min-backoff', 'max-backoff', 'max-doublings', 'lease', 'retention'],
] as const;
const BOOLEAN_FLAGS = ['json', 'help'];
const TEXT_FLAGS = [...JOB_FLAGS, 'svg'];

/** What the command was asked for. */
export interface TimelineRequest {
  readonly help: boolean;
  readonly json: boolean;
  /** A file to write the picture to. */
  readonly svgFile?: string;
  /** A synthesized stack file or output directory; absent where the flags describe the job. */
  readonly path?: string;
  readonly job?: ExistingJob;
}

/** Reads the arguments of the command, or says what is wrong with each of them. */
export function parseTimelineArgs(
  args: readonly string[],
): { request: TimelineRequest; errors: [] } | { request?: undefined; errors: string[] } {
  const { values, positionals, errors } = splitArgs(args);
  if (values.has('help')) return { request: { help: true, json: false }, errors: [] };
  const given = JOB_FLAGS.filter((flag) => values.has(flag));
  const [path] = positionals;
  // Behind a flag that is none stands a value that is no file.
  if (errors.length === 0) errors.push(...contradictions(positionals, given));
  const job = path === undefined || given.length > 0 ? jobOf(values, errors) : undefined;
  if (errors.length > 0) return { errors };
  return {
    request: { help: false, json: values.has('json'), svgFile: values.get('svg'), path, job },
    errors: [],
  };
}

/** Either a stack or the flags of one job. */
function contradictions(positionals: readonly string[], given: readonly string[]): string[] {
  if (positionals.length > 1) {
    return [`one stack file or directory can be given, got ${positionals.join(' ')}`];
  }
  if (positionals.length === 1 && given.length > 0) {
    return [`a stack file says all of its jobs: leave out ${given.map((flag) => `--${flag}`).join(', ')}`];
  }
  return positionals.length === 1 || given.includes('schedule')
    ? []
    : ["--schedule must be given, such as --schedule '0 2 * * *', or a synthesized stack file"];
}

interface SplitArgs {
  readonly values: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
  readonly errors: string[];
}

/** Not strict, so that all wrong flags are told at once. */
function splitArgs(args: readonly string[]): SplitArgs {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries([
      ...TEXT_FLAGS.map((flag) => [flag, { type: 'string' as const }]),
      ...BOOLEAN_FLAGS.map((flag) => [flag, { type: 'boolean' as const }]),
    ]),
  });
  const values = new Map<string, string>();
  const errors: string[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const takesText = TEXT_FLAGS.includes(name);
    if (!takesText && !BOOLEAN_FLAGS.includes(name)) errors.push(`${rawName} is no flag of this command`);
    else if (values.has(name)) errors.push(`${rawName} can be given once`);
    else if (takesText && value === undefined) errors.push(`${rawName} needs a value`);
    else if (!takesText && value !== undefined) errors.push(`${rawName} takes no value, got '${value}'`);
    if (!takesText || value !== undefined) values.set(name, value ?? '');
  }
  return { values, positionals, errors };
}

function jobOf(values: ReadonlyMap<string, string>, errors: string[]): ExistingJob {
  const schedule = values.get('schedule') ?? '';
  const timeZone = values.get('time-zone') ?? DEFAULT_TIME_ZONE;
  const problems = [
    ...(values.has('schedule') ? parseCronSchedule(schedule).problems : []),
    ...checkTimeZone(timeZone),
  ];
  errors.push(...problems.map((problem) => describeProblem(renamed(problem, FLAG_NAMES))));

  const read = (flag: string, form: string, parse: (text: string) => number | undefined) => {
    const text = values.get(flag);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) errors.push(`--${flag} must be ${form}, got '${text}'`);
    return value;
  };
  const duration = (flag: string) => read(flag, DURATION_FORM, parseDurationSeconds);
  const count = (flag: string) => read(flag, 'a whole number such as 5', parseCount);
  return {
    name: schedule,
    names: FLAG_NAMES,
    schedule,
    timeZone,
    attemptDeadlineSeconds: duration('attempt-deadline'),
    attemptDeadlineRange: ATTEMPT_DEADLINE_SECONDS,
    retry: {
      retryCount: count('max-retry-attempts'),
      maxRetryDurationSeconds: duration('max-retry-duration'),
      minBackoffSeconds: duration('min-backoff'),
      maxBackoffSeconds: duration('max-backoff'),
      maxDoublings: count('max-doublings'),
    },
    handler: { leaseSeconds: duration('lease'), retentionSeconds: duration('retention') },
    missing: [],
    unreadable: [],
  };
}

function parseCount(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
