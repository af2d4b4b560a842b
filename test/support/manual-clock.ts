import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../lambda-handler/protocol/clock';
import { sleepOn } from '../../lambda-handler/simulation/virtual-clock';

/** Differs from every wall clock, so that a test sees when the two are mixed up. */
const MONOTONIC_START_MS = 1_000_000;

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that moves only when the test says so. Start one with {@link manualClock}. */
export class ManualClock implements Clock {
  private elapsedMs = 0;
  private timers: readonly Timer[] = [];

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
    // Stable: of two timers that are due at the same time, the one that was set first comes first.
    this.timers = [...this.timers, timer].sort((a, b) => a.dueMs - b.dueMs);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** How many timers wait: 0 once nothing was left behind. */
  get pendingTimers(): number {
    return this.timers.length;
  }

  /** Lets `ms` pass. Each timer is called at its own time, and what follows from it runs before the next. */
  async advance(ms: number): Promise<void> {
    const endMs = this.elapsedMs + ms;
    await nextTurn();
    for (;;) {
      const next = this.timers[0];
      if (next === undefined || next.dueMs > endMs) break;
      await this.fire(next);
    }
    this.elapsedMs = endMs;
    await nextTurn();
  }

  /** Lets as much time pass as `promise` needs to settle, and hands on what it settles with. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    promise.then(settle, settle);
    await nextTurn();
    while (!settled) {
      const next = this.timers[0];
      if (next === undefined) throw new Error('the promise is pending and no timer waits: it never settles');
      await this.fire(next);
    }
    return promise;
  }

  private async fire(timer: Timer): Promise<void> {
    this.timers = this.timers.filter((other) => other !== timer);
    this.elapsedMs = timer.dueMs;
    timer.callback();
    await nextTurn();
  }
}

export const manualClock = {
  /** A clock that stands at `time`, RFC 3339 with a zone: `manualClock.at('2026-03-29T01:30:00Z')`. */
  at(time: string): ManualClock {
    const startMs = Date.parse(time);
    if (Number.isNaN(startMs)) throw new Error(`not a time: ${time}`);
    return new ManualClock(startMs);
  },
};
