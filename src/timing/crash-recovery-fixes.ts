import { defaultLeaseSeconds, STORE_CALL_SECONDS } from './allowances';
import { retryDelaySeconds } from './backoff';
import { IDLE_DOUBLINGS } from './backoff-candidates';
import {
  ATTEMPT_DEADLINE_SECONDS,
  LEASE_SECONDS,
  MAX_DOUBLINGS,
  RETRY_COUNT,
  type WholeRange,
} from './cloud-scheduler-limits';
import { canRecover, deriveRecovery, type RecoveryInput } from './derive-recovery';
import { largestWorking } from './largest-working';
import { RECOVERY_KEYS, type RecoveryKey, recoveryProp, recoveryValue } from './recovery-props';

/** A change of what the user gave with which every crash is recovered. */
export interface RecoveryFix {
  /** What changes, the first one where several do. */
  readonly key: RecoveryKey;
  /** `raise retryConfig.minBackoffDuration to 7 s`. */
  readonly text: string;
  readonly input: RecoveryInput;
}

const BOTH_BACKOFFS: readonly RecoveryKey[] = ['minBackoffSeconds', 'maxBackoffSeconds'];

/**
 * The smallest changes of one given prop that repair settings under which a crash is lost, in the order that
 * users mind them least; where no single one does, the change of several that does.
 *
 * What was not given stays free and is derived again.
 */
export function crashRecoveryFixes(input: RecoveryInput, longestDeadlineSeconds: number): RecoveryFix[] {
  const oneBackoff = [nearestMinimum(input), nearestMaximum(input)].filter((fix) => fix !== undefined);
  const bothBackoffs =
    oneBackoff.length > 0 ? undefined : freed(input, BOTH_BACKOFFS, longestDeadlineSeconds);
  const fixes = [
    ...oneBackoff,
    nearestDoublings(input),
    smallestCount(input),
    bothBackoffs,
    longestLease(input),
    longestDeadline(input),
  ].filter((fix) => fix !== undefined);
  if (fixes.length > 0) return fixes;
  const all = freed(input, RECOVERY_KEYS, longestDeadlineSeconds);
  return all === undefined ? [] : [all];
}

/** No minimum above lease and store call is ever needed: the first retry then serves each crash. */
function nearestMinimum(input: RecoveryInput): RecoveryFix | undefined {
  const to = Math.min(input.maxBackoffSeconds ?? Infinity, longestBlockSeconds(input));
  return nearest(input, 'minBackoffSeconds', input.minBackoffSeconds, { from: 1, to });
}

/** No maximum above that either; one beyond every wait is like the longest wait. */
function nearestMaximum(input: RecoveryInput): RecoveryFix | undefined {
  const { minBackoffSeconds = 1, maxDoublings = IDLE_DOUBLINGS } = input;
  const uncapped = { minBackoffSeconds, maxBackoffSeconds: Infinity, maxDoublings };
  const longestWait = retryDelaySeconds(uncapped, RETRY_COUNT.to, 'guide');
  const to = Math.max(longestBlockSeconds(input), Math.min(longestWait, LEASE_SECONDS.to));
  return nearest(input, 'maxBackoffSeconds', input.maxBackoffSeconds, { from: minBackoffSeconds, to });
}

function nearestDoublings(input: RecoveryInput): RecoveryFix | undefined {
  return nearest(input, 'maxDoublings', input.maxDoublings, { from: MAX_DOUBLINGS.from, to: IDLE_DOUBLINGS });
}

function longestBlockSeconds({
  attemptDeadlineSeconds,
  leaseSeconds,
  isLeaseRenewed,
}: RecoveryInput): number {
  const deadline = attemptDeadlineSeconds ?? ATTEMPT_DEADLINE_SECONDS.to;
  return (leaseSeconds ?? defaultLeaseSeconds(deadline, isLeaseRenewed)) + STORE_CALL_SECONDS;
}

/** The working value of a range that is nearest to the given one, the larger of two that are as near. */
function nearest(
  input: RecoveryInput,
  key: RecoveryKey,
  given: number | undefined,
  { from, to }: WholeRange,
): RecoveryFix | undefined {
  if (given === undefined) return undefined;
  const start = Math.min(given, to);
  for (let distance = 0; distance <= to - from; distance += 1) {
    for (const value of [start + distance, start - distance]) {
      if (value < from || value > to) continue;
      if (canRecover({ ...input, [key]: value })) return changing(input, { [key]: value });
    }
  }
  return undefined;
}

function smallestCount(input: RecoveryInput): RecoveryFix | undefined {
  if (input.retryCount === undefined) return undefined;
  for (let retryCount = input.retryCount + 1; retryCount <= RETRY_COUNT.to; retryCount += 1) {
    if (canRecover({ ...input, retryCount })) return changing(input, { retryCount });
  }
  return undefined;
}

function longestLease(input: RecoveryInput): RecoveryFix | undefined {
  if (input.leaseSeconds === undefined) return undefined;
  const deadline = input.attemptDeadlineSeconds ?? ATTEMPT_DEADLINE_SECONDS.from;
  const shortest = defaultLeaseSeconds(deadline, input.isLeaseRenewed);
  const leaseSeconds = largestWorking(shortest, input.leaseSeconds - 1, (lease) =>
    canRecover({ ...input, leaseSeconds: lease }),
  );
  return leaseSeconds === undefined ? undefined : changing(input, { leaseSeconds });
}

function longestDeadline(input: RecoveryInput): RecoveryFix | undefined {
  if (input.attemptDeadlineSeconds === undefined) return undefined;
  const attemptDeadlineSeconds = largestWorking(
    ATTEMPT_DEADLINE_SECONDS.from,
    input.attemptDeadlineSeconds - 1,
    (deadline) => canRecover({ ...input, attemptDeadlineSeconds: deadline }),
  );
  return attemptDeadlineSeconds === undefined ? undefined : changing(input, { attemptDeadlineSeconds });
}

/** Sets some given props, all at once, to what is derived without them. */
function freed(
  input: RecoveryInput,
  candidates: readonly RecoveryKey[],
  longestDeadlineSeconds: number,
): RecoveryFix | undefined {
  const given = candidates.filter((key) => input[key] !== undefined);
  if (given.length === 0) return undefined;
  const free = Object.fromEntries(given.map((key) => [key, undefined]));
  const { settings, firstLostAt } = deriveRecovery({ ...input, ...free }, longestDeadlineSeconds);
  if (firstLostAt !== null) return undefined;
  return changing(input, Object.fromEntries(given.map((key) => [key, settings[key]])));
}

function changing(
  input: RecoveryInput,
  change: Partial<Record<RecoveryKey, number>>,
): RecoveryFix | undefined {
  const changed = (Object.keys(change) as RecoveryKey[]).filter((key) => change[key] !== input[key]);
  const [first] = changed;
  if (first === undefined) return undefined;
  const steps = changed.map((key) => {
    const value = change[key] ?? 0;
    const verb = value > (input[key] ?? 0) ? 'raise' : 'lower';
    return `${verb} ${recoveryProp(key)} to ${recoveryValue(key, value)}`;
  });
  return { key: first, text: steps.join(' and '), input: { ...input, ...change } };
}
