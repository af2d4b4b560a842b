import type { Clock } from '../protocol/clock';

/** The time for one piece of work ran out. The work itself may go on, unheard. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';

  constructor(readonly timeoutMs: number) {
    super(`no answer within ${Math.round(timeoutMs)} ms`);
  }
}

/**
 * Settles as `work` does, or rejects with {@link TimedOut} after `timeoutMs`.
 *
 * The signal tells the work to stop, but nothing here waits until it does: a name lookup or a metadata
 * server that hangs does not listen.
 */
export function within<T>(
  clock: Clock,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const cancel = clock.after(timeoutMs, () => {
      const reason = new TimedOut(timeoutMs);
      controller.abort(reason);
      reject(reason);
    });
    work(controller.signal).then(resolve, reject).finally(cancel);
  });
}
