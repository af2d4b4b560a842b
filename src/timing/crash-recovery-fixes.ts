import { LEASE_MARGIN_SECONDS, STORE_CALL_SECONDS } from './allowances';
import { ATTEMPT_DEADLINE_SECONDS, DEFAULT_BACKOFF, RETRY_COUNT } from './cloud-scheduler-limits';
import { deriveRecovery, type RecoveryInput } from './derive-recovery';
import { largestWorking } from './largest-working';
import { RECOVERY_KEYS, type RecoveryKey, recoveryProp, recoveryValue } from './recovery-props';
import { SHORTEST_RENEWED_LEASE_SECONDS } from './renewed-lease-rule';

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
 * The changes of one given prop that repair settings under which a crash is lost, in the order that users
 * mind them least; where no single one does, the change of several that does.
 *
 * What was not given stays free and is derived again.
 */
export function crashRecoveryFixes(input: RecoveryInput, longestDeadlineSeconds: number): RecoveryFix[] {
  const recovers = (changed: RecoveryInput) =>
    deriveRecovery(changed, longestDeadlineSeconds).firstLostAt === null;
  const hasBothBackoffs = BOTH_BACKOFFS.every((key) => input[key] !== undefined);
  const single = [
    nearestMinimum(input, recovers) ?? freed(input, ['minBackoffSeconds'], longestDeadlineSeconds),
    freed(input, ['maxBackoffSeconds'], longestDeadlineSeconds),
    freed(input, ['maxDoublings'], longestDeadlineSeconds),
    smallestCount(input, recovers),
    hasBothBackoffs ? freed(input, BOTH_BACKOFFS, longestDeadlineSeconds) : undefined,
    longestLease(input, recovers),
    longestDeadline(input, recovers),
  ].filter((fix) => fix !== undefined);
  if (single.length > 0) return single;
  const all = freed(input, RECOVERY_KEYS, longestDeadlineSeconds);
  return all === undefined ? [] : [all];
}

type Recovers = (input: RecoveryInput) => boolean;

/**
 * The working minimum that is nearest to the given one; none above lease and store call is ever needed.
 *
 * The maximum is left at Google's default where it is free: trying each would take seconds.
 */
function nearestMinimum(input: RecoveryInput, recovers: Recovers): RecoveryFix | undefined {
  const given = input.minBackoffSeconds;
  if (given === undefined) return undefined;
  const maxBackoffSeconds = input.maxBackoffSeconds ?? DEFAULT_BACKOFF.maxBackoffSeconds;
  const longestDeadlineSeconds = input.attemptDeadlineSeconds ?? ATTEMPT_DEADLINE_SECONDS.to;
  const leaseSeconds = input.leaseSeconds ?? longestDeadlineSeconds + LEASE_MARGIN_SECONDS;
  const largest = Math.min(maxBackoffSeconds, leaseSeconds + STORE_CALL_SECONDS);
  const start = Math.min(given, largest);
  for (let distance = 0; distance < largest; distance += 1) {
    for (const minBackoffSeconds of [start + distance, start - distance]) {
      if (minBackoffSeconds < 1 || minBackoffSeconds > largest) continue;
      if (recovers({ ...input, minBackoffSeconds, maxBackoffSeconds })) {
        return changing(input, { minBackoffSeconds });
      }
    }
  }
  return undefined;
}

function smallestCount(input: RecoveryInput, recovers: Recovers): RecoveryFix | undefined {
  if (input.retryCount === undefined) return undefined;
  for (let retryCount = input.retryCount + 1; retryCount <= RETRY_COUNT.to; retryCount += 1) {
    if (recovers({ ...input, retryCount })) return changing(input, { retryCount });
  }
  return undefined;
}

function longestLease(input: RecoveryInput, recovers: Recovers): RecoveryFix | undefined {
  if (input.leaseSeconds === undefined) return undefined;
  const deadline = input.attemptDeadlineSeconds ?? ATTEMPT_DEADLINE_SECONDS.from;
  const shortest = input.isLeaseRenewed ? SHORTEST_RENEWED_LEASE_SECONDS : deadline + LEASE_MARGIN_SECONDS;
  const leaseSeconds = largestWorking(shortest, input.leaseSeconds - 1, (lease) =>
    recovers({ ...input, leaseSeconds: lease }),
  );
  return leaseSeconds === undefined ? undefined : changing(input, { leaseSeconds });
}

function longestDeadline(input: RecoveryInput, recovers: Recovers): RecoveryFix | undefined {
  if (input.attemptDeadlineSeconds === undefined) return undefined;
  const attemptDeadlineSeconds = largestWorking(
    ATTEMPT_DEADLINE_SECONDS.from,
    input.attemptDeadlineSeconds - 1,
    (deadline) => recovers({ ...input, attemptDeadlineSeconds: deadline }),
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
