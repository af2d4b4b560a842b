import { STORE_CALL_SECONDS } from './allowances';
import { BACKOFF_READINGS, type Backoff } from './backoff';
import { DEFAULT_BACKOFF, RETRY_COUNT, type WholeRange } from './cloud-scheduler-limits';
import { largestWorking } from './largest-working';
import { retryInstantSeconds } from './retry-instants';

/** The attempt that a backoff is chosen for. */
export interface RetriedAttempt {
  readonly leaseSeconds: number;
  readonly retryCount: number;
}

/** With no more than five retries, every larger `maxDoublings` is like this one. */
export const IDLE_DOUBLINGS = RETRY_COUNT.to - 1;

/**
 * The backoffs to try where some are given, best first; if any backoff recovers every crash, one of them does.
 *
 * Google's defaults come first, then larger minimums, then constant waits; other doublings only where one end
 * is given, since a constant wait does whatever they can. Only turning points have to be tried: a retry has to
 * come after the lease, everything else bounds the waits from above (to the next scheduled time, and from one
 * retry to the next), so the smallest wait that brings some retry after the lease is as good as any.
 */
export function* candidateBackoffs(given: Partial<Backoff>, attempt: RetriedAttempt): Generator<Backoff> {
  const { minBackoffSeconds: min, maxBackoffSeconds: max } = given;
  const isOpen = min === undefined && max === undefined;
  for (const maxDoublings of doublingsToTry(given.maxDoublings, isOpen)) {
    if (min === undefined) yield* withMinimums(max, maxDoublings, attempt);
    else if (max === undefined) yield* withMaximums(min, maxDoublings, attempt);
    else yield { minBackoffSeconds: min, maxBackoffSeconds: max, maxDoublings };
    if (isOpen) yield* constantWaits(maxDoublings, attempt);
  }
}

function doublingsToTry(given: number | undefined, isOpen: boolean): readonly number[] {
  if (given !== undefined) return [given];
  const usual = DEFAULT_BACKOFF.maxDoublings;
  return isOpen ? [usual] : [usual, ...descending(IDLE_DOUBLINGS - 1)];
}

function descending(from: number): number[] {
  return Array.from({ length: from }, (_, index) => from - index);
}

function* withMinimums(
  max: number | undefined,
  maxDoublings: number,
  attempt: RetriedAttempt,
): Generator<Backoff> {
  const backoffOf = (minBackoffSeconds: number): Backoff => ({
    minBackoffSeconds,
    maxBackoffSeconds: max ?? Math.max(DEFAULT_BACKOFF.maxBackoffSeconds, minBackoffSeconds),
    maxDoublings,
  });
  const range = { from: 1, to: Math.min(max ?? Infinity, blockedSeconds(attempt)) };
  const usual = Math.min(DEFAULT_BACKOFF.minBackoffSeconds, max ?? Infinity);
  yield backoffOf(usual);
  const points = turningPoints(range, attempt, backoffOf);
  const smaller = points.filter((point) => point < usual).reverse();
  yield* [...points.filter((point) => point > usual), ...smaller].map(backoffOf);
}

function* withMaximums(min: number, maxDoublings: number, attempt: RetriedAttempt): Generator<Backoff> {
  const backoffOf = (maxBackoffSeconds: number): Backoff => ({
    minBackoffSeconds: min,
    maxBackoffSeconds,
    maxDoublings,
  });
  const range = { from: min, to: Math.max(min, blockedSeconds(attempt)) };
  yield backoffOf(Math.max(DEFAULT_BACKOFF.maxBackoffSeconds, min));
  yield* turningPoints(range, attempt, backoffOf).map(backoffOf);
}

function* constantWaits(maxDoublings: number, attempt: RetriedAttempt): Generator<Backoff> {
  const backoffOf = (seconds: number): Backoff => ({
    minBackoffSeconds: seconds,
    maxBackoffSeconds: seconds,
    maxDoublings,
  });
  yield* turningPoints({ from: 1, to: blockedSeconds(attempt) }, attempt, backoffOf).map(backoffOf);
}

function blockedSeconds({ leaseSeconds }: RetriedAttempt): number {
  return leaseSeconds + STORE_CALL_SECONDS;
}

/** The smallest waits at which the first, second … retry comes after the lease, under either reading. */
function turningPoints(
  { from, to }: WholeRange,
  attempt: RetriedAttempt,
  backoffOf: (seconds: number) => Backoff,
): number[] {
  const points = new Set<number>();
  const blocked = blockedSeconds(attempt);
  for (const reading of BACKOFF_READINGS) {
    for (let retry = 1; retry <= attempt.retryCount; retry += 1) {
      const tooEarly = (seconds: number) => retryInstantSeconds(backoffOf(seconds), retry, reading) < blocked;
      const lastTooEarly = largestWorking(from, to, tooEarly) ?? from - 1;
      if (lastTooEarly < to) points.add(lastTooEarly + 1);
    }
  }
  return [...points].sort((one, other) => one - other);
}
