import type { OutsideFault } from './fault-plan';
import type { SimulatedInstance } from './simulated-instance';
import type { VirtualClock } from './virtual-clock';
import { sleepOn } from './virtual-clock';

/** Thrown where a call of job logic to the outside went wrong. Whether it did its work is unknown. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/**
 * The world as job logic under simulation has it.
 *
 * Whatever job logic waits for has to come from here: only this can crash, freeze and be replayed.
 */
export interface Outside {
  /** Virtual time, milliseconds since 1970. */
  nowMs(): number;
  /** Waits, no longer than until the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls another system: `effect` happens in the middle of `ms` (@default 200), unless the call is lost.
   *
   * @throws OutsideError where the plan says so, before the effect or after it
   */
  call<T>(effect: () => T, ms?: number): Promise<T>;
}

const CALL_MS = 200;

/** How much of what job logic waits for has not come. */
export class OpenWaits {
  private open = 0;

  get areNone(): boolean {
    return this.open === 0;
  }

  /** Counts `work` as open until it settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.open += 1;
    try {
      return await work;
    } finally {
      this.open -= 1;
    }
  }
}

/** The outside of one instance, with what goes wrong with its calls. */
export function outsideOf(
  clock: VirtualClock,
  instance: SimulatedInstance,
  faults: readonly OutsideFault[],
  waits: OpenWaits,
): Outside {
  let calls = 0;
  const call = async <T>(effect: () => T, ms: number): Promise<T> => {
    checkLength('call', ms);
    const fault = faults[calls++] ?? 'none';
    await instance.step();
    // Under way, the call no longer depends on the instance.
    await sleepOn(clock, ms / 2);
    const done = fault === 'not-done' ? undefined : (async () => effect())();
    await done?.catch(() => {});
    await sleepOn(clock, ms / 2);
    // What came of it, be it an error, is heard by an instance that is still there.
    await instance.step();
    if (fault !== 'none') throw new OutsideError('the call was not answered');
    return (await done) as T;
  };
  return {
    nowMs: () => instance.clock.nowMs(),
    sleep: async (ms, signal) => {
      checkLength('sleep', ms);
      return waits.during(instance.clock.sleep(ms, signal));
    },
    call: (effect, ms = CALL_MS) => unheard(waits.during(call(effect, ms))),
  };
}

/**
 * Lets a promise that job logic does not wait for be rejected, as the handler does, which logs it and goes on; whoever
 * waits for it hears of it all the same.
 */
export function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function checkLength(name: string, ms: number): void {
  if (!(Number.isFinite(ms) && ms >= 0)) {
    throw new TypeError(`outside.${name} takes milliseconds from 0, got ${String(ms)}`);
  }
}
