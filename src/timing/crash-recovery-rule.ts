import type { Problem } from '../problem';
import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from './allowances';
import type { CrashRecoverySettings } from './crash-recovery';
import { crashRecoveryFixes } from './crash-recovery-fixes';
import { deriveRecovery, type RecoveryInput } from './derive-recovery';
import { recoveryProp, recoveryValue } from './recovery-props';
import { retryInstantsSeconds } from './retry-instants';

/**
 * Rule I3: whenever the first attempt crashes, a retry finds its lease ended and the next run not yet due.
 *
 * What is free is derived; the numbers of the problem are those of the derivation that comes furthest.
 */
export function checkCrashRecovery(input: RecoveryInput, longestDeadlineSeconds: number): Problem[] {
  const { settings, firstLostAt } = deriveRecovery(input, longestDeadlineSeconds);
  if (firstLostAt === null) return [];

  const fixes = crashRecoveryFixes(input, longestDeadlineSeconds);
  const [first] = fixes;
  const lowerDeadline = fixes.find(({ key }) => key === 'attemptDeadlineSeconds');
  const alternatives = [first, lowerDeadline].filter((fix) => fix !== undefined).map(({ text }) => text);
  const value = first === undefined ? everyGap(settings) : recoveryValue(first.key, settings[first.key]);
  const nextRun = Number.isFinite(settings.gapSeconds)
    ? ` and more than ${LATE_DISPATCH_SECONDS} s before the next scheduled time (${everyGap(settings)})`
    : '';
  return [
    {
      prop: first === undefined ? 'schedule' : recoveryProp(first.key),
      must: `bring a retry after a crashed attempt's lease (${settings.leaseSeconds} s + ${STORE_CALL_SECONDS} s)${nextRun}`,
      got: `${value} (${describeRetries(settings)}: a crash at second ${firstLostAt} is lost)`,
      fix: alternatives.length === 0 ? undefined : [...new Set(alternatives)].join(' or '),
    },
  ];
}

function everyGap(settings: CrashRecoverySettings): string {
  return `every ${settings.gapSeconds} s`;
}

function describeRetries(settings: CrashRecoverySettings): string {
  const instants = retryInstantsSeconds(settings, settings.retryCount, 'api');
  if (instants.length === 0) return 'no retry';
  return `with attemptDeadline ${settings.attemptDeadlineSeconds} s and retries ${instants.join(', ')} s after the failure`;
}
