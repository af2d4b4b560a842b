import type { Problem } from '../problem';
import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from './allowances';
import type { CrashRecoverySettings } from './crash-recovery';
import { crashRecoveryFixes, type RecoveryFix } from './crash-recovery-fixes';
import { canRecover, deriveRecovery, type RecoveryInput } from './derive-recovery';
import { RECOVERY_KEYS, type RecoveryKey, recoveryProp, recoveryValue } from './recovery-props';
import { retryInstantsSeconds } from './retry-instants';

/**
 * Rule I3: whenever the first attempt crashes, a retry finds its lease ended and the next run not yet due.
 *
 * What is free is derived; the numbers of the problem are those of the derivation that comes furthest. The
 * given values that it names contradict each other: without any one of them, the rest can be completed.
 */
export function checkCrashRecovery(
  input: RecoveryInput,
  longestDeadlineSeconds: number,
  fixes: readonly RecoveryFix[] = crashRecoveryFixes(input, longestDeadlineSeconds),
): Problem[] {
  const { settings, firstLostAt } = deriveRecovery(input, longestDeadlineSeconds);
  if (firstLostAt === null) return [];

  const [first] = fixes;
  const otherDeadline = fixes.find(({ key }) => key === 'attemptDeadlineSeconds');
  const alternatives = [first, otherDeadline].filter((fix) => fix !== undefined).map(({ text }) => text);
  const key = givenKey(input, first?.key);
  const value = key === undefined ? everyGap(settings) : recoveryValue(key, settings[key]);
  const nextRun = Number.isFinite(settings.gapSeconds)
    ? ` and more than ${LATE_DISPATCH_SECONDS} s before the next scheduled time (${everyGap(settings)})`
    : '';
  return [
    {
      prop: key === undefined ? 'schedule' : recoveryProp(key),
      must: `bring a retry after a crashed attempt's lease (${settings.leaseSeconds} s + ${STORE_CALL_SECONDS} s)${nextRun}`,
      got: `${value}${besides(input, key)} (${describeRetries(settings, input)}: a crash at second ${firstLostAt} is lost)`,
      fix: alternatives.length === 0 ? undefined : [...new Set(alternatives)].join(' or '),
    },
  ];
}

/** What changes, unless that is a deadline that nobody gave: then what contradicts it. */
function givenKey(input: RecoveryInput, changed: RecoveryKey | undefined): RecoveryKey | undefined {
  if (changed !== 'attemptDeadlineSeconds' || input.hasDefaultDeadline !== true) return changed;
  return contradictingKeys(input).find((key) => key !== changed);
}

function everyGap(settings: CrashRecoverySettings): string {
  return `every ${settings.gapSeconds} s`;
}

/** The other given values without which the first one would be fine. */
function besides(input: RecoveryInput, first: RecoveryKey | undefined): string {
  const others = contradictingKeys(input).filter((key) => key !== first);
  if (others.length === 0) return '';
  const named = others.map((key) => {
    const isDefault = key === 'attemptDeadlineSeconds' && input.hasDefaultDeadline === true;
    return `${isDefault ? 'the default ' : ''}${recoveryProp(key)} ${recoveryValue(key, input[key] ?? 0)}`;
  });
  return ` beside ${named.join(' and ')}`;
}

/** Given values that contradict each other: none of them can be left out of the contradiction. */
export function contradictingKeys(input: RecoveryInput): RecoveryKey[] {
  let contradicting = input;
  for (const key of RECOVERY_KEYS) {
    const without = { ...contradicting, [key]: undefined };
    if (!canRecover(without)) contradicting = without;
  }
  return RECOVERY_KEYS.filter((key) => contradicting[key] !== undefined);
}

function describeRetries(settings: CrashRecoverySettings, input: RecoveryInput): string {
  const instants = retryInstantsSeconds(settings, settings.retryCount, 'api');
  if (instants.length === 0) return 'no retry';
  const derived =
    input.attemptDeadlineSeconds === undefined
      ? `with attemptDeadline ${settings.attemptDeadlineSeconds} s and `
      : '';
  return `${derived}retries ${instants.join(', ')} s after the failure`;
}
