import {
  FORCED_RUNS,
  LEASE_KINDS,
  MISSING_SCHEDULE_TIME,
  SHORTEST_RENEWED_LEASE_SECONDS,
} from '../../src/contract/job-settings';
import type { Problem } from '../../src/problem';
import {
  ATTEMPT_DEADLINE_SECONDS,
  BACKOFF_SECONDS,
  LEASE_SECONDS,
  MAX_DOUBLINGS,
  MAX_RETRY_DURATION_SECONDS,
  RETENTION_SECONDS,
  RETRY_COUNT,
  type WholeRange,
} from '../../src/timing/cloud-scheduler-limits';
import { must, mustBeObject, mustBeOneOf, mustBeText, mustBeWhole, mustBeWithin } from './value-checks';

/** Time between two scheduled times of a simulation, in seconds: a minute to a leap year. */
export const EVERY_SECONDS: WholeRange = { from: 60, to: 31_622_400 };

const TIMEOUT_SECONDS: WholeRange = { from: 1, to: ATTEMPT_DEADLINE_SECONDS.to };
const RETRY_WINDOW_SECONDS: WholeRange = { from: 0, to: MAX_RETRY_DURATION_SECONDS.to };

/**
 * What is wrong with a job that is to be simulated; each prop begins with `prefix`.
 *
 * Whether the times fit each other is not asked: what a lease that is too short does is worth a simulation.
 */
export function jobProblems(given: unknown, prefix = 'job.'): Problem[] {
  return mustBeObject(
    prefix.slice(0, -1) || 'job',
    given,
    ({ settings, attemptDeadlineSeconds, retry, everySeconds }) => [
      ...mustBeObject(`${prefix}settings`, settings, (of) => settingsProblems(of, `${prefix}settings.`)),
      ...mustBeWithin(`${prefix}attemptDeadlineSeconds`, attemptDeadlineSeconds, ATTEMPT_DEADLINE_SECONDS),
      ...mustBeObject(`${prefix}retry`, retry, (of) => retryProblems(of, `${prefix}retry.`)),
      ...everyProblems(everySeconds, prefix),
    ],
  );
}

/** What is wrong with the time between two scheduled times. */
export function everyProblems(everySeconds: unknown, prefix = ''): Problem[] {
  return mustBeWhole(`${prefix}everySeconds`, everySeconds, EVERY_SECONDS);
}

/** What is wrong with the settings of a job. */
export function settingsProblems(settings: Readonly<Record<string, unknown>>, prefix: string): Problem[] {
  const { leaseSeconds, leaseKind, atMostOnce } = settings;
  const within = (name: string, range: WholeRange) => mustBeWithin(prefix + name, settings[name], range);
  const oneOf = (name: string, choices: readonly string[]) =>
    mustBeOneOf(prefix + name, settings[name], choices);
  const shortest = leaseKind === 'renewed' ? SHORTEST_RENEWED_LEASE_SECONDS : LEASE_SECONDS.from;
  return [
    ...['project', 'location', 'jobName'].flatMap((name) => mustBeText(prefix + name, settings[name])),
    ...within('timeoutSeconds', TIMEOUT_SECONDS),
    ...oneOf('leaseKind', LEASE_KINDS),
    ...mustBeWithin(`${prefix}leaseSeconds`, leaseSeconds, { ...LEASE_SECONDS, from: shortest }),
    ...within('retentionSeconds', RETENTION_SECONDS),
    ...within('retryWindowSeconds', RETRY_WINDOW_SECONDS),
    ...must(typeof atMostOnce === 'boolean', `${prefix}atMostOnce`, 'be true or false', atMostOnce),
    ...oneOf('forcedRuns', FORCED_RUNS),
    ...oneOf('missingScheduleTime', MISSING_SCHEDULE_TIME),
  ];
}

/** Unlike the construct, Cloud Scheduler takes no doublings at all. */
function retryProblems(retry: Readonly<Record<string, unknown>>, prefix: string): Problem[] {
  const { retryCount, maxRetryDurationSeconds, minBackoffSeconds, maxBackoffSeconds, maxDoublings } = retry;
  return [
    ...mustBeWhole(`${prefix}retryCount`, retryCount, RETRY_COUNT),
    ...mustBeWithin(`${prefix}maxRetryDurationSeconds`, maxRetryDurationSeconds, MAX_RETRY_DURATION_SECONDS),
    ...mustBeWithin(`${prefix}minBackoffSeconds`, minBackoffSeconds, BACKOFF_SECONDS),
    ...mustBeWithin(`${prefix}maxBackoffSeconds`, maxBackoffSeconds, BACKOFF_SECONDS),
    ...mustBeWhole(`${prefix}maxDoublings`, maxDoublings, { ...MAX_DOUBLINGS, from: 0 }),
  ];
}
