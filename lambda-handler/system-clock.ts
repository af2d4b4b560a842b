import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './protocol/clock';

/** The clocks of the machine: the only file of the handler that reads them. */
export class SystemClock implements Clock {
  nowMs(): number {
    return Date.now();
  }

  monotonicMs(): number {
    // Shared by all threads, where `performance.now` counts from the start of each.
    return Number(process.hrtime.bigint()) / 1e6;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  after(ms: number, callback: () => void): () => void {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  }
}
