import { describeProblem, type Problem } from '../problem';
import { nextRunFixes } from './next-run-fixes';
import { checkEndsBeforeNextRun } from './next-run-rule';
import type { Timing } from './timing';
import type { TimingInput } from './timing-input';
import { isKnown } from './unknown';

/** What a user should think about although no rule fails, as sentences. */
export function timingWarnings(
  input: TimingInput,
  timing: Pick<Timing, 'gapSeconds' | 'worstCaseEndSeconds' | 'retry' | 'atMostOnce' | 'coveredFaults'>,
  lostCrashes: readonly Problem[],
): string[] {
  return [
    ...acceptanceWarnings(input, timing, lostCrashes),
    ...durationWarnings(timing),
    ...nextRunWarnings(input, timing),
  ];
}

function acceptanceWarnings(
  input: TimingInput,
  { atMostOnce, coveredFaults }: Pick<Timing, 'atMostOnce' | 'coveredFaults'>,
  lostCrashes: readonly Problem[],
): string[] {
  const reason = input.acceptLostCrashes;
  if (reason === undefined) return [];
  const nothing = 'acceptLostCrashes has nothing to accept';
  if (atMostOnce) return [`${nothing}: retries are off, which says it already, so remove it`];
  if (coveredFaults.crash === true) return [`${nothing}: every crash is recovered, so remove it`];
  return lostCrashes.map(
    (problem) => `a crash may lose its run, accepted because '${reason}': ${describeProblem(problem)}`,
  );
}

/**
 * A duration without a count means retries in the guide and none in the API reference.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs#RetryConfig
 */
function durationWarnings({ retry }: Pick<Timing, 'retry'>): string[] {
  const { retryCount, maxRetryDurationSeconds } = retry;
  if (retryCount !== 0 || !isKnown(maxRetryDurationSeconds) || maxRetryDurationSeconds === 0) return [];
  return [
    `retryConfig.maxRetryDuration ${maxRetryDurationSeconds} s stands beside retryCount 0, of which Google's texts ` +
      'say both that it retries and that it does not: give a retryCount of 1 to 5',
  ];
}

function nextRunWarnings(
  input: TimingInput,
  { gapSeconds, worstCaseEndSeconds }: Pick<Timing, 'gapSeconds' | 'worstCaseEndSeconds'>,
): string[] {
  if (!isKnown(gapSeconds) || !isKnown(worstCaseEndSeconds) || worstCaseEndSeconds < gapSeconds) return [];
  const texts = nextRunFixes(input).map(({ text }) => text);
  const fix = texts.length === 0 ? undefined : texts.join(' or ');
  return checkEndsBeforeNextRun({ gapSeconds, worstCaseEndSeconds, fix }).map(describeProblem);
}
