import { type Timeline, timelineOf } from '../timeline/timeline';
import { isKnown } from '../timing/unknown';
import type { ExistingJob } from './existing-job';
import { type JobRule, jobRules, type KnownValues } from './job-rules';
import {
  type JobSettingValues,
  runSettings,
  type SettingKey,
  scheduleProblems,
  scheduleWarningsOf,
  settingValues,
} from './job-settings';
import type { RuleResult } from './rule-result';
import { renamed } from './setting-names';
import { valueProblems } from './value-problems';

/** A job with what became of each rule, and its picture where all values are known and in range. */
export interface CheckedJob {
  readonly job: ExistingJob;
  readonly values: JobSettingValues;
  readonly rules: readonly RuleResult[];
  readonly timeline?: Timeline;
}

/** Checks a job as it is: what it leaves open has Cloud Scheduler's own defaults. */
export function checkJob(job: ExistingJob): CheckedJob {
  const values = settingValues(job);
  const problems = [...job.unreadable, ...scheduleProblems(job), ...valueProblems(job, values)];
  const reported = new Set(problems.map(({ prop }) => prop));
  const settings = problems.length === 0 ? runSettings(values, job) : undefined;
  return {
    job,
    values,
    rules: [
      {
        rule: 'values',
        text: 'every value is one that Cloud Scheduler takes',
        state: problems.length === 0 ? 'holds' : 'fails',
        problems: problems.map((problem) => renamed(problem, job.names)),
      },
      ...jobRules(job).map((rule) => ruleResult(rule, job, values, reported)),
      ...scheduleWarningsOf(job).map((text) => ({
        rule: 'schedule',
        text,
        state: 'warns' as const,
        problems: [],
      })),
    ],
    timeline: settings === undefined ? undefined : timelineOf(settings),
  };
}

/** Whether a rule fails. What only warns, or cannot be checked, lets a job pass. */
export function hasFailed({ rules }: CheckedJob): boolean {
  return rules.some(({ state }) => state === 'fails');
}

function ruleResult(
  { rule, text, needs, boundedBy, isOfHandler, check }: JobRule,
  job: ExistingJob,
  values: JobSettingValues,
  reported: ReadonlySet<string>,
): RuleResult {
  const skipped = (note: string): RuleResult => ({ rule, text, state: 'skipped', note, problems: [] });
  if (isOfHandler && job.handler === undefined) return skipped('nothing is known of the handler');
  const open = whyOpen(needs, job, values, reported);
  if (open !== undefined) return skipped(open);

  const { problems = [], note } = check(knownValues(values), job);
  if (problems.length > 0) {
    return { rule, text, state: 'fails', problems: problems.map((problem) => renamed(problem, job.names)) };
  }
  const unbounded = boundedBy === undefined ? undefined : whyOpen([boundedBy], job, values, reported);
  if (note === undefined && unbounded !== undefined) return skipped(unbounded);
  return { rule, text, state: note === undefined ? 'holds' : 'warns', note, problems: [] };
}

/** Why a rule cannot be checked; `undefined` where every value is there. */
function whyOpen(
  needs: readonly SettingKey[],
  job: ExistingJob,
  values: JobSettingValues,
  reported: ReadonlySet<string>,
): string | undefined {
  const named = (keys: readonly SettingKey[]) => keys.map((key) => job.names[key]).join(', ');
  const wrong = needs.filter((key) => reported.has(key) || (key === 'schedule' && reported.has('timeZone')));
  if (wrong.length > 0) return `depends on ${named(wrong)}, which must be mended first`;
  const unknown = needs.filter((key) => !isKnown(values[key]));
  return unknown.length === 0 ? undefined : `depends on ${named(unknown)}, known only at deploy time`;
}

function knownValues(values: JobSettingValues): KnownValues {
  const entries = Object.entries(values).map(([key, value]) => [key, isKnown(value) ? value : Infinity]);
  return Object.fromEntries(entries) as KnownValues;
}
