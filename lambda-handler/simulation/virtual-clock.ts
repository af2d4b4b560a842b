import type { Clock } from '../protocol/clock';

/** Differs from every wall clock, so that a mix-up of the two shows. */
const MONOTONIC_START_MS = 1_000_000;

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that jumps from one timer to the next: a month passes in the time that its events take. */
export class VirtualClock implements Clock {
  private elapsedMs = 0;
  /** By due time; of those that are due together, in the order in which they were set. */
  private readonly timers: Timer[] = [];
  private isStopped = false;

  constructor(private readonly startMs: number) {}

  nowMs(): number {
    return this.startMs + this.elapsedMs;
  }

  monotonicMs(): number {
    return MONOTONIC_START_MS + this.elapsedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal);
  }

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { dueMs: this.elapsedMs + Math.max(0, ms), callback };
    let index = this.timers.length;
    while (index > 0 && (this.timers[index - 1] as Timer).dueMs > timer.dueMs) index -= 1;
    this.timers.splice(index, 0, timer);
    return () => {
      const at = this.timers.indexOf(timer);
      if (at !== -1) this.timers.splice(at, 1);
    };
  }

  /** Ends {@link runToEnd}: no timer fires any more. */
  stop(): void {
    this.isStopped = true;
  }

  /** Lets time pass until no timer waits. What follows from one timer runs before the next. */
  async runToEnd(): Promise<void> {
    await settled();
    while (!this.isStopped) {
      const next = this.timers.shift();
      if (next === undefined) return;
      this.elapsedMs = Math.max(this.elapsedMs, next.dueMs);
      next.callback();
      await settled();
    }
  }
}

/** Sleeps by a clock's timers until the time is over or the signal fires. */
export function sleepOn(clock: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = () => {
      cancel();
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const cancel = clock.after(ms, wake);
    signal?.addEventListener('abort', wake);
  });
}

/** Resolves when every promise that can settle without time passing has settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
