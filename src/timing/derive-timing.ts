import type { Problem } from '../problem';
import { claimAllowanceSeconds, defaultLeaseSeconds, longestTimeoutSeconds } from './allowances';
import type { BackoffReading } from './backoff';
import { ATTEMPT_DEADLINE_SECONDS, DEFAULT_RETENTION_SECONDS } from './cloud-scheduler-limits';
import { crashRecoveryFixes } from './crash-recovery-fixes';
import { checkCrashRecovery } from './crash-recovery-rule';
import { coveredFaults, crashRecoveryTimes } from './crash-recovery-times';
import type { RecoveryInput } from './derive-recovery';
import { asRecoveryInput, type DerivedRetry, deriveRetry, longestDeadlineSeconds } from './derive-retry';
import { deadlineFixFor } from './lease-fixes';
import { checkLease } from './lease-rule';
import { workingRangeFixes } from './range-fixes';
import { RECOVERY_KEYS } from './recovery-props';
import { checkRenewal, RENEWALS_PER_LEASE } from './renewed-lease-rule';
import { checkRetention } from './retention-rule';
import { boundRetryWindow, type OpenRetrySettings, type RetryWindowBound } from './retry-bound';
import { retryInstantsSeconds } from './retry-instants';
import { checkTimeout } from './timeout-rule';
import type { Timing } from './timing';
import {
  checkRanges,
  type TimingInput,
  wholeValue,
  withoutUnusable,
  withRangeFixes,
  withValues,
} from './timing-input';
import { timingWarnings } from './timing-warnings';
import { uncheckedRules } from './unchecked-rules';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';
import { worstCaseEndSeconds } from './worst-case-end';

/**
 * Completes the times of a job so that rules I1 to I4 hold, or says what keeps them from holding.
 *
 * What is given is kept and checked. The attempt deadline is Google's default, or shorter where the schedule
 * leaves no room for it. The backoff is Google's where that recovers every crash, then the smallest minimum
 * that does, then a constant wait.
 */
export function deriveTiming(input: TimingInput): DerivedTiming {
  const key = JSON.stringify(input);
  const cached = known.get(key);
  if (cached !== undefined) return { timing: cached, problems: [] };
  const derived = derive(input);
  // What JSON cannot tell apart, such as NaN and null, is never free of problems.
  if (derived.timing !== undefined) known.set(key, derived.timing);
  return derived;
}

/** The times of a job, or what keeps the rules from holding. */
export type DerivedTiming =
  | { readonly timing: Timing; readonly problems: readonly [] }
  | { readonly timing?: undefined; readonly problems: readonly Problem[] };

/** Most jobs of an app are alike but for their time of day. */
const known = new Map<string, Timing>();

function derive(input: TimingInput): DerivedTiming {
  const usable = withoutUnusable(input);
  const rangeFixes = workingRangeFixes(usable, timesThatHold);
  const rangeProblems = checkRanges(input, rangeFixes);
  if (rangeProblems.length === 0) return deriveInRange(usable);
  const { problems } = derive(withRangeFixes(input, usable, rangeFixes));
  return { problems: withFurtherFixes(rangeProblems, problems) };
}

/** One problem for each prop that is out of range; what is still wrong after its fix is part of the fix. */
function withFurtherFixes(rangeProblems: readonly Problem[], further: readonly Problem[]): Problem[] {
  const reported = new Set(rangeProblems.map(({ prop }) => prop));
  const fixAfter = ({ prop, fix }: Problem): string | undefined => {
    const next = further.find((problem) => problem.prop === prop)?.fix;
    if (next === undefined) return fix;
    const changesAgain = /^\w+ it /.test(next) || next.includes(`${prop} to `);
    return changesAgain || fix === undefined ? next : `${fix} and ${next}`;
  };
  return [
    ...rangeProblems.map((problem) => ({ ...problem, fix: fixAfter(problem) })),
    ...further.filter(({ prop }) => !reported.has(prop)),
  ];
}

function deriveInRange(usable: TimingInput): DerivedTiming {
  const derived = deriveRetry(usable);
  const recoveryInput = asRecoveryInput(usable);
  const longestDeadline = longestDeadlineSeconds(usable);
  const fixes = derived.recoversCrashes ? [] : crashRecoveryFixes(recoveryInput, longestDeadline);
  const lostCrashes = derived.recoversCrashes
    ? []
    : checkCrashRecovery(recoveryInput, longestDeadline, fixes);
  const isAccepted = lostCrashes.length > 0 && usable.acceptLostCrashes !== undefined;
  const times = completeTimes(usable, derived);
  const [fix] = isAccepted ? [] : fixes;
  const problems = [
    ...(isAccepted ? [] : lostCrashes),
    ...checkAttempt(usable, times),
    ...checkRecord(usable, fix === undefined ? derived : deriveRetry(withRecovery(usable, fix.input))),
  ];
  if (problems.length > 0) return { problems };

  const faults = coveredFaults(times);
  const timing: Timing = {
    ...times,
    crashRecovery: crashRecoveryTimes(times),
    coveredFaults: faults,
    acceptedLostCrashes: isAccepted ? usable.acceptLostCrashes : undefined,
    warnings: timingWarnings(usable, { ...times, coveredFaults: faults }, lostCrashes),
    unchecked: uncheckedRules(usable, derived),
  };
  return { timing, problems: [] };
}

/** The times alone, without words on what breaks a rule; `undefined` where one is broken. */
function timesThatHold(usable: TimingInput): Times | undefined {
  if (checkRanges(usable).length > 0) return undefined;
  const derived = deriveRetry(usable);
  if (!derived.recoversCrashes && usable.acceptLostCrashes === undefined) return undefined;
  const times = completeTimes(usable, derived);
  const problems = [...checkAttempt(usable, times), ...checkRecord(usable, derived)];
  return problems.length > 0 ? undefined : times;
}

type Times = Omit<
  Timing,
  'crashRecovery' | 'coveredFaults' | 'acceptedLostCrashes' | 'warnings' | 'unchecked'
>;

function completeTimes(input: TimingInput, derived: DerivedRetry): Times {
  const { attemptDeadlineSeconds, retry, atMostOnce } = derived;
  const { gapSeconds, isLeaseRenewed = false } = input;
  const leaseOf = (deadline: number) => defaultLeaseSeconds(deadline, isLeaseRenewed);
  const window = boundRetryWindow(retry, attemptDeadlineSeconds);
  const end = worstCaseEndSeconds(derived);
  return {
    gapSeconds,
    attemptDeadlineSeconds,
    claimAllowanceSeconds: mapKnown(attemptDeadlineSeconds, claimAllowanceSeconds),
    timeoutSeconds: mapKnown(attemptDeadlineSeconds, longestTimeoutSeconds),
    leaseSeconds: input.leaseSeconds ?? mapKnown(attemptDeadlineSeconds, leaseOf),
    isLeaseRenewed,
    retentionSeconds: input.retentionSeconds ?? defaultRetentionSeconds(window, attemptDeadlineSeconds),
    retryWindowSeconds: window.isSound ? window.seconds : UNKNOWN,
    worstCaseEndSeconds: end,
    endsBeforeNextRun: isKnown(gapSeconds) ? mapKnown(end, (seconds) => seconds < gapSeconds) : UNKNOWN,
    retry,
    retryInstantsSeconds: {
      api: knownRetryInstants(retry, 'api'),
      guide: knownRetryInstants(retry, 'guide'),
    },
    atMostOnce,
  };
}

/** Rules I1 and I2, or I6 of a renewed lease, as far as their values are known; beside an unknown deadline for the shortest one. */
function checkAttempt(input: TimingInput, times: Times): Problem[] {
  const { attemptDeadlineSeconds: deadline, timeoutSeconds, leaseSeconds } = times;
  if (times.isLeaseRenewed) {
    if (!isKnown(leaseSeconds)) return [];
    return checkRenewal({ leaseSeconds, renewalPeriodSeconds: leaseSeconds / RENEWALS_PER_LEASE });
  }
  if (!isKnown(deadline) || !isKnown(timeoutSeconds)) {
    if (!isKnown(leaseSeconds)) return [];
    const shortest = ATTEMPT_DEADLINE_SECONDS.from;
    return checkLease({
      attemptDeadlineSeconds: shortest,
      timeoutSeconds: longestTimeoutSeconds(shortest),
      leaseSeconds,
    });
  }
  return [
    ...checkTimeout({ attemptDeadlineSeconds: deadline, timeoutSeconds }),
    ...(isKnown(leaseSeconds)
      ? checkLease({
          attemptDeadlineSeconds: deadline,
          timeoutSeconds,
          leaseSeconds,
          deadlineFix: deadlineFixFor(input, leaseSeconds),
        })
      : []),
  ];
}

/** Rule I4 of a given retention, for the retries that the record has to outlive in the end. */
function checkRecord({ retentionSeconds }: TimingInput, retries: DerivedRetry): Problem[] {
  const end = worstCaseEndSeconds(retries);
  return retentionSeconds !== undefined && isKnown(retentionSeconds) && isKnown(end)
    ? checkRetention({ retentionSeconds, worstCaseEndSeconds: end })
    : [];
}

/** The input with what repairs its recovery. */
function withRecovery(input: TimingInput, fix: RecoveryInput): TimingInput {
  const changed = RECOVERY_KEYS.filter(
    (key) => isKnown(wholeValue(input, key) ?? 0) && fix[key] !== undefined,
  );
  return withValues(input, Object.fromEntries(changed.map((key) => [key, fix[key]])));
}

/** Whole days: a record is small, and a person may want to look at it the day after. */
function defaultRetentionSeconds(
  window: RetryWindowBound,
  attemptDeadlineSeconds: OrUnknown<number>,
): number {
  const deadline = isKnown(attemptDeadlineSeconds) ? attemptDeadlineSeconds : ATTEMPT_DEADLINE_SECONDS.to;
  return Math.ceil((window.seconds + deadline) / DEFAULT_RETENTION_SECONDS) * DEFAULT_RETENTION_SECONDS;
}

function knownRetryInstants(retry: OpenRetrySettings, reading: BackoffReading): readonly number[] {
  const { minBackoffSeconds, maxBackoffSeconds, maxDoublings, retryCount } = retry;
  if (!isKnown(minBackoffSeconds) || !isKnown(maxBackoffSeconds)) return [];
  if (!isKnown(maxDoublings) || !isKnown(retryCount)) return [];
  return retryInstantsSeconds({ minBackoffSeconds, maxBackoffSeconds, maxDoublings }, retryCount, reading);
}

function mapKnown<From, To>(value: OrUnknown<From>, map: (value: From) => To): OrUnknown<To> {
  return isKnown(value) ? map(value) : UNKNOWN;
}
