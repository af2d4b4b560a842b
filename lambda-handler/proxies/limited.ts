import type { Clock } from '../protocol/clock';
import { within } from '../stores/within';

/** Longest wait for the answer to one call of an API: what these calls start goes on without them. */
const LONGEST_CALL_MS = 30_000;

/**
 * Settles as `work` does, or rejects after 30 s, or with the reason of `signal` when that fires first.
 *
 * Nothing here waits for work that does not listen to its own signal.
 */
export function limited<T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return within(clock, LONGEST_CALL_MS, (timeout) =>
    untilAborted(signal, () => work(AbortSignal.any([timeout, signal]))),
  );
}

/** Settles as `work` does, or rejects with the reason of `signal` as soon as it fires; then nothing is begun. */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
