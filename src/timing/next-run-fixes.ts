import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';
import { deriveRetry } from './derive-retry';
import { largestWorking } from './largest-working';
import type { TimingInput } from './timing-input';
import { isKnown, type OrUnknown } from './unknown';
import { worstCaseEndSeconds } from './worst-case-end';

/** A change with which each run ends before the next one is due, and still recovers every crash. */
export interface NextRunFix {
  /** `lower attemptDeadline to 95 s`. */
  readonly text: string;
  readonly input: TimingInput;
}

/**
 * The smallest changes that make rule I5 hold: of deadline, count or duration alone, or of deadline and count.
 *
 * What was not given stays free and is derived again.
 */
export function nextRunFixes(input: TimingInput): NextRunFix[] {
  const { attemptDeadlineSeconds, retry } = deriveRetry(input);
  if (!isKnown(attemptDeadlineSeconds)) return [];
  const single = [
    lowerDeadline(input, attemptDeadlineSeconds),
    lowerCount(input, retry.retryCount),
    lowerDuration(input, retry.maxRetryDurationSeconds),
  ].filter((fix) => fix !== undefined);
  if (single.length > 0) return single;
  for (const retryCount of countsBelow(retry.retryCount)) {
    const withCount = { ...input, retry: { ...input.retry, retryCount } };
    const fix = lowerDeadline(withCount, attemptDeadlineSeconds);
    if (fix !== undefined) return [{ ...fix, text: `${fix.text} and ${countText(retryCount)}` }];
  }
  return [];
}

function endsInTime(input: TimingInput): boolean {
  const derived = deriveRetry(input);
  const end = worstCaseEndSeconds(derived);
  if (!isKnown(end) || !isKnown(input.gapSeconds) || end >= input.gapSeconds) return false;
  return derived.recoversCrashes || input.acceptLostCrashes !== undefined;
}

function lowerDeadline(input: TimingInput, currentSeconds: number): NextRunFix | undefined {
  const changed = (attemptDeadlineSeconds: number) => ({ ...input, attemptDeadlineSeconds });
  const works = (seconds: number) => endsInTime(changed(seconds));
  const seconds = largestWorking(ATTEMPT_DEADLINE_SECONDS.from, currentSeconds - 1, works);
  if (seconds === undefined) return undefined;
  return { text: `lower attemptDeadline to ${seconds} s`, input: changed(seconds) };
}

function lowerCount(input: TimingInput, current: OrUnknown<number>): NextRunFix | undefined {
  for (const retryCount of countsBelow(current)) {
    const changed = { ...input, retry: { ...input.retry, retryCount } };
    if (endsInTime(changed)) return { text: countText(retryCount), input: changed };
  }
  return undefined;
}

/** Turning retries off would be another promise, so at least one stays. */
function countsBelow(current: OrUnknown<number>): number[] {
  if (!isKnown(current) || current < 2) return [];
  return Array.from({ length: current - 1 }, (_, index) => current - 1 - index);
}

function countText(retryCount: number): string {
  return `lower retryConfig.retryCount to ${retryCount}`;
}

function lowerDuration(input: TimingInput, current: OrUnknown<number>): NextRunFix | undefined {
  if (!isKnown(current) || current === 0) return undefined;
  const changed = (maxRetryDurationSeconds: number) => ({
    ...input,
    retry: { ...input.retry, maxRetryDurationSeconds },
  });
  const seconds = largestWorking(0, current - 1, (duration) => endsInTime(changed(duration)));
  if (seconds === undefined) return undefined;
  return { text: `lower retryConfig.maxRetryDuration to ${seconds} s`, input: changed(seconds) };
}
