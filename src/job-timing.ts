import { Fn, Op, Token } from 'cdktf';
import { durationProblems, shown } from './checks';
import { ConfigurationError } from './configuration-error';
import { Duration } from './duration';
import { Lease } from './lease';
import type { Problem } from './problem';
import { type CronSchedule, parseCronSchedule } from './scheduler/cron-schedule';
import { nextScheduledTimes } from './scheduler/next-scheduled-times';
import type { ResolvedRetryConfig, RetryConfig } from './scheduler/retry-config';
import { scheduleWarnings } from './scheduler/schedule-warnings';
import { smallestGapSeconds } from './scheduler/smallest-gap';
import { checkTimeZone } from './scheduler/time-zone';
import { LEASE_MARGIN_SECONDS, MAX_CLAIM_ALLOWANCE_SECONDS } from './timing/allowances';
import { ATTEMPT_DEADLINE_SECONDS } from './timing/cloud-scheduler-limits';
import { deriveTiming } from './timing/derive-timing';
import type { Timing } from './timing/timing';
import { type OrUnknown, UNKNOWN } from './timing/unknown';
import { checkWhole } from './timing/whole-number';

/** The props that say when a job runs and how long everything takes. */
export interface JobTimingProps {
  readonly schedule: string;
  readonly timeZone: string;
  readonly attemptDeadline?: Duration;
  readonly retryConfig?: RetryConfig;
  readonly lease?: Lease;
  readonly retention?: Duration;
  readonly acceptLostCrashes?: string;
}

/** What was proven about the times of a job, and when it runs. */
export interface JobTiming extends Timing {
  /**
   * The next scheduled times after an instant, at most 1000, by classic cron's reading of daylight saving: a
   * doubled time counts once, unless minute or hour start with `*`; a dropped one moves to the change.
   *
   * @param from the times are later than this; the synth never looks at a clock by itself
   * @throws ConfigurationError where schedule or time zone are known only at deploy time
   */
  nextScheduledTimes(from: Date, count: number): Date[];
}

/** The times of a job with nothing left open: what was given, the rest derived so that all rules hold. */
export interface JobTimes {
  readonly timing: JobTiming;
  readonly attemptDeadline: Duration;
  readonly timeoutSeconds: number;
  readonly lease: Lease;
  readonly retention: Duration;
  readonly retryWindowSeconds: number;
  readonly retryConfig: ResolvedRetryConfig;
}

const RETRY_DURATIONS = ['maxRetryDuration', 'minBackoffDuration', 'maxBackoffDuration'] as const;
const RETRY_COUNTS = ['retryCount', 'maxDoublings'] as const;

/** Stands for settings that cannot be looked into: none of them is known. */
const UNUSABLE_RETRY_CONFIG = Object.fromEntries(
  [...RETRY_COUNTS, ...RETRY_DURATIONS].map((name) => [name, UNKNOWN]),
) as RetryConfig;

/**
 * Checks and completes the times of a job. Values that are known only at deploy time are not checked.
 *
 * What has the wrong type is reported, and then taken as unknown: the rest is checked all the same.
 */
export function jobTimes(
  props: JobTimingProps,
): { times: JobTimes; problems: [] } | { times?: undefined; problems: Problem[] } {
  const schedule = knownSchedule(props.schedule, props.timeZone);
  const retryConfigProblems = retryConfigTypeProblems(props.retryConfig);
  const retryConfig = retryConfigProblems.length === 0 ? (props.retryConfig ?? {}) : UNUSABLE_RETRY_CONFIG;
  const typeProblems = [
    ...durationProblems('attemptDeadline', props.attemptDeadline),
    ...leaseProblems(props.lease),
    ...durationProblems('retention', props.retention),
    ...retryConfigProblems,
    ...(retryConfigProblems.length === 0 ? retryTypeProblems(retryConfig) : []),
  ];
  const derived = deriveTiming({
    gapSeconds: schedule === undefined ? UNKNOWN : smallestGapSeconds(schedule, props.timeZone),
    attemptDeadlineSeconds: secondsOf(props.attemptDeadline),
    leaseSeconds: secondsOf(props.lease?.duration),
    isLeaseRenewed: props.lease?.kind === 'renewed',
    retentionSeconds: secondsOf(props.retention),
    acceptLostCrashes: props.acceptLostCrashes,
    retry: {
      retryCount: literalOf(retryConfig.retryCount),
      maxRetryDurationSeconds: secondsOf(retryConfig.maxRetryDuration),
      minBackoffSeconds: secondsOf(retryConfig.minBackoffDuration),
      maxBackoffSeconds: secondsOf(retryConfig.maxBackoffDuration),
      maxDoublings: literalOf(retryConfig.maxDoublings),
    },
  });
  const problems = [...typeProblems, ...derived.problems];
  if (derived.timing === undefined || problems.length > 0) return { problems };
  const timing: JobTiming = {
    ...derived.timing,
    warnings: [
      ...(schedule === undefined ? [] : scheduleWarnings(schedule, props.timeZone)),
      ...derived.timing.warnings,
    ],
    nextScheduledTimes: (from, count) => nextTimes(schedule, props.timeZone, from, count),
  };
  return { times: complete(props, timing), problems: [] };
}

function nextTimes(schedule: CronSchedule | undefined, timeZone: string, from: Date, count: number): Date[] {
  const problems = checkWhole({ prop: 'count', range: { from: 1, to: 1000 }, unit: '' }, count);
  if (!(from instanceof Date) || Number.isNaN(from.getTime())) {
    problems.push({ prop: 'from', must: 'be a Date', got: shown(from) });
  }
  if (schedule === undefined) {
    const must = 'be known at synth, with its time zone, for its next times';
    problems.push({ prop: 'schedule', must, got: 'a token' });
  }
  if (schedule === undefined || problems.length > 0) throw new ConfigurationError(problems);
  return nextScheduledTimes(schedule, timeZone, from, count);
}

function complete(props: JobTimingProps, timing: JobTiming): JobTimes {
  const given = props.retryConfig ?? {};
  const deadline = props.attemptDeadline ?? Duration.seconds(known(timing.attemptDeadlineSeconds));
  const retention = props.retention ?? Duration.seconds(known(timing.retentionSeconds));
  const { timeoutSeconds, leaseSeconds, retryWindowSeconds, retry } = timing;
  return {
    timing,
    attemptDeadline: deadline,
    timeoutSeconds: timeoutSeconds === UNKNOWN ? timeoutOf(deadline.toSeconds()) : timeoutSeconds,
    lease:
      props.lease ??
      Lease.fixed(Duration.seconds(leaseSeconds === UNKNOWN ? leaseOf(deadline.toSeconds()) : leaseSeconds)),
    retention,
    // The retention covers every retry (I4), so it bounds what cannot be computed.
    retryWindowSeconds:
      retryWindowSeconds === UNKNOWN
        ? retention.toSeconds()
        : Math.max(retryWindowSeconds, longestAttemptSeconds(timing)),
    retryConfig: {
      retryCount: given.retryCount ?? known(retry.retryCount),
      maxRetryDuration: given.maxRetryDuration ?? Duration.seconds(known(retry.maxRetryDurationSeconds)),
      minBackoffDuration: given.minBackoffDuration ?? Duration.seconds(known(retry.minBackoffSeconds)),
      maxBackoffDuration: given.maxBackoffDuration ?? Duration.seconds(known(retry.maxBackoffSeconds)),
      maxDoublings: given.maxDoublings ?? known(retry.maxDoublings),
    },
  };
}

/** A proxy's duplicate comes while an attempt may last, even where Cloud Scheduler retries nothing. */
function longestAttemptSeconds({ attemptDeadlineSeconds }: Timing): number {
  return attemptDeadlineSeconds === UNKNOWN ? ATTEMPT_DEADLINE_SECONDS.to : attemptDeadlineSeconds;
}

/** `D - min(10, D / 3)` as Terraform computes it, where `D` is known only at deploy time. */
function timeoutOf(deadlineSeconds: number): number {
  const allowance = Fn.min([
    MAX_CLAIM_ALLOWANCE_SECONDS,
    Token.asNumber(Fn.floor(Op.div(deadlineSeconds, 3) as never)),
  ]);
  return Token.asNumber(Op.sub(deadlineSeconds, allowance));
}

/** `D + margin`, as Terraform computes it. */
function leaseOf(deadlineSeconds: number): number {
  return Token.asNumber(Op.add(deadlineSeconds, LEASE_MARGIN_SECONDS));
}

/** Undefined where the schedule or the zone is a token, and where either is wrong: that is reported by itself. */
function knownSchedule(schedule: unknown, timeZone: unknown): CronSchedule | undefined {
  if (typeof schedule !== 'string' || typeof timeZone !== 'string') return undefined;
  if (Token.isUnresolved(schedule) || Token.isUnresolved(timeZone)) return undefined;
  const parsed = parseCronSchedule(schedule);
  return checkTimeZone(timeZone).length > 0 ? undefined : parsed.schedule;
}

function leaseProblems(lease: unknown): Problem[] {
  if (lease === undefined || lease instanceof Lease) return [];
  const fix = lease instanceof Duration ? 'write Lease.fixed(…) or Lease.renewed(…)' : undefined;
  return [{ prop: 'lease', must: 'be a Lease', got: shown(lease), fix }];
}

function retryConfigTypeProblems(retryConfig: unknown): Problem[] {
  if (retryConfig === undefined) return [];
  if (Token.isUnresolved(retryConfig)) {
    const must = 'be an object at synth, since what is not given in it is derived';
    const fix = 'give a token for each setting instead: retryConfig: { retryCount: … }';
    return [{ prop: 'retryConfig', must, got: shown(retryConfig), fix }];
  }
  if (typeof retryConfig === 'object' && retryConfig !== null && !Array.isArray(retryConfig)) return [];
  return [{ prop: 'retryConfig', must: 'be an object', got: shown(retryConfig) }];
}

function retryTypeProblems(retryConfig: RetryConfig): Problem[] {
  const known = [...RETRY_COUNTS, ...RETRY_DURATIONS] as readonly string[];
  return [
    ...Object.keys(retryConfig)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        prop: `retryConfig.${name}`,
        must: `be one of ${known.join(', ')}`,
        got: name,
        fix: 'remove it',
      })),
    ...RETRY_DURATIONS.flatMap((name) => durationProblems(`retryConfig.${name}`, retryConfig[name])),
    ...RETRY_COUNTS.filter((name) => !['number', 'undefined'].includes(typeof retryConfig[name])).map(
      (name) => ({
        prop: `retryConfig.${name}`,
        must: 'be a number',
        got: shown(retryConfig[name]),
      }),
    ),
  ];
}

function secondsOf(duration: unknown): OrUnknown<number> | undefined {
  if (duration === undefined) return undefined;
  return duration instanceof Duration ? literalOf(duration.toSeconds()) : UNKNOWN;
}

function literalOf(value: unknown): OrUnknown<number> | undefined {
  if (value === undefined) return undefined;
  return typeof value !== 'number' || Token.isUnresolved(value) ? UNKNOWN : value;
}

function known(value: OrUnknown<number>): number {
  if (value === UNKNOWN) throw new Error('assumption failed: a value that was not given is derived');
  return value;
}
