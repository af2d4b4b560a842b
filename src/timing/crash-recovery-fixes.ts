import { defaultLeaseSeconds } from './allowances';
import { IDLE_DOUBLINGS } from './backoff-candidates';
import { ATTEMPT_DEADLINE_SECONDS, MAX_DOUBLINGS, RETRY_COUNT } from './cloud-scheduler-limits';
import { canRecover, deriveRecovery, type RecoveryInput, recoveringBackoffs } from './derive-recovery';
import { largestWorking } from './largest-working';
import { nearestWorking } from './nearest-working';
import { RECOVERY_KEYS, type RecoveryKey, recoveryProp, recoveryValue } from './recovery-props';

/** A change of what the user gave with which every crash is recovered. */
export interface RecoveryFix {
  /** What changes, the first one where several do. */
  readonly key: RecoveryKey;
  /** `raise retryConfig.minBackoffDuration to 7 s`. */
  readonly text: string;
  readonly input: RecoveryInput;
}

const BOTH_BACKOFFS = ['minBackoffSeconds', 'maxBackoffSeconds'] as const;

/** More of them than retries can use do the same as the last one. */
const ALL_DOUBLINGS = Array.from({ length: IDLE_DOUBLINGS }, (_, index) => MAX_DOUBLINGS.from + index);

/**
 * The smallest changes of one given prop that repair settings under which a crash is lost, in the order that
 * users mind them least; where no single one does, the change of several that does.
 *
 * What was not given stays free and is derived again. A deadline that was not given can be set, but is never
 * the only way.
 */
export function crashRecoveryFixes(input: RecoveryInput, longestDeadlineSeconds: number): RecoveryFix[] {
  const oneBackoff = BOTH_BACKOFFS.map((key) => nearestBackoff(input, key)).filter(
    (fix) => fix !== undefined,
  );
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
  const isEnough =
    input.hasDefaultDeadline === true ? fixes.some(({ key }) => !isDeadline(key)) : fixes.length > 0;
  if (isEnough) return fixes;
  const all =
    freed(
      input,
      RECOVERY_KEYS.filter((key) => !isDeadline(key)),
      longestDeadlineSeconds,
    ) ?? freed(input, RECOVERY_KEYS, longestDeadlineSeconds);
  return all === undefined ? fixes : [all, ...fixes];
}

function nearestBackoff(
  input: RecoveryInput,
  key: 'minBackoffSeconds' | 'maxBackoffSeconds',
): RecoveryFix | undefined {
  const given = input[key];
  if (given === undefined) return undefined;
  const known = recoveringBackoffs({ ...input, [key]: undefined }).map((backoff) => backoff[key]);
  const value = nearestWorking(given, known, (seconds) => canRecover({ ...input, [key]: seconds }));
  return value === undefined ? undefined : changing(input, { [key]: value });
}

/** The working number of doublings nearest to the given one, the larger of two that are as near. */
function nearestDoublings(input: RecoveryInput): RecoveryFix | undefined {
  if (input.maxDoublings === undefined) return undefined;
  const given = Math.min(input.maxDoublings, IDLE_DOUBLINGS);
  const nearestFirst = [...ALL_DOUBLINGS].sort(
    (one, other) => Math.abs(one - given) - Math.abs(other - given) || other - one,
  );
  const maxDoublings = nearestFirst.find((doublings) => canRecover({ ...input, maxDoublings: doublings }));
  return maxDoublings === undefined ? undefined : changing(input, { maxDoublings });
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
    return `${verbFor(input, key, value)} ${recoveryProp(key)} to ${recoveryValue(key, value)}`;
  });
  return { key: first, text: steps.join(' and '), input: { ...input, ...change } };
}

function verbFor(input: RecoveryInput, key: RecoveryKey, value: number): 'set' | 'raise' | 'lower' {
  if (isDeadline(key) && input.hasDefaultDeadline === true) return 'set';
  return value > (input[key] ?? 0) ? 'raise' : 'lower';
}

function isDeadline(key: RecoveryKey): boolean {
  return key === 'attemptDeadlineSeconds';
}
