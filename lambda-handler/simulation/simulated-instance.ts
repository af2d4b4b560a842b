import { EventEmitter } from 'node:events';
import type { OwnedProcess } from '../process-owner';
import type { Clock } from '../protocol/clock';
import type { Watchdog } from '../protocol/watchdog';
import type { InstanceFault, Moment } from './fault-plan';
import type { InstanceDeath } from './history';
import { sleepOn } from './virtual-clock';

/** Cloud Run's grace after SIGTERM. */
const KILL_AFTER_STOP_MS = 10_000;

/** What an instance reports of itself. */
export interface InstanceEvents {
  died(why: InstanceDeath): void;
  frozen(): void;
  woke(): void;
  stopping(): void;
}

/**
 * A process that may crash, freeze or be told to stop, at a time or at any of its await points.
 *
 * Everything that its code waits for comes through {@link run}: a dead instance hears nothing more, a frozen
 * one hears it when it wakes up, in the order in which it came.
 */
export class SimulatedInstance {
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly process: OwnedProcess;
  private readonly signals = new EventEmitter();
  private readonly missed: (() => void)[] = [];
  private steps = 0;
  private isFrozen = false;
  /** How far its monotonic clock is behind the world's. */
  private behindMs = 0;
  private isDead = false;

  constructor(
    private readonly world: Clock,
    clockAheadMs: number,
    private readonly faults: readonly InstanceFault[],
    private readonly events: InstanceEvents,
  ) {
    this.clock = {
      nowMs: () => world.nowMs() + clockAheadMs,
      monotonicMs: () => world.monotonicMs() - this.behindMs,
      sleep: async (ms, signal) => {
        await this.step();
        await sleepOn(this.clock, ms, signal);
        await this.step();
      },
      after: (ms, callback) => this.after(ms, callback),
    };
    this.watchdog = {
      ready: () => this.step(),
      arm: (_, atMs) => this.after(atMs - this.clock.monotonicMs(), () => this.die('watchdog')),
    };
    this.process = {
      on: (event, listener) => this.signals.on(event, listener),
      removeListener: (event, listener) => this.signals.removeListener(event, listener),
      exit: () => this.die('exit'),
    } as OwnedProcess;
    for (const fault of faults) {
      if (fault.at.kind === 'time') world.after(fault.at.afterMs, () => this.suffer(fault));
    }
  }

  /** Calls back now, or when the instance wakes up, or never. */
  run(callback: () => void): void {
    if (this.isDead) return;
    if (this.isFrozen) this.missed.push(callback);
    else callback();
  }

  /** Passes an await point; what is planned for it happens first. */
  step(): Promise<void> {
    this.steps += 1;
    for (const fault of this.faults) if (isStep(fault.at, this.steps)) this.suffer(fault);
    return new Promise((resolve) => this.run(resolve));
  }

  /** Calls back once so much time has passed on the instance's own clock. */
  private after(ms: number, callback: () => void): () => void {
    const dueMs = this.clock.monotonicMs() + Math.max(0, ms);
    let cancel = () => {};
    const wait = () => {
      const { behindMs } = this;
      const ring = () => (this.behindMs === behindMs ? callback() : wait());
      cancel = this.world.after(dueMs - this.clock.monotonicMs(), () => this.run(ring));
    };
    wait();
    return () => cancel();
  }

  private suffer(fault: InstanceFault): void {
    switch (fault.kind) {
      case 'crash':
        this.die('crash');
        break;
      case 'freeze':
        this.freeze(fault.forMs, 0);
        break;
      case 'suspend':
        this.freeze(fault.forMs, fault.forMs);
        break;
      case 'stop-signal':
        // A signal is heard between two pieces of work, never in the middle of one.
        this.clock.after(0, () => {
          this.events.stopping();
          this.signals.emit('SIGTERM', 'SIGTERM');
        });
        this.world.after(KILL_AFTER_STOP_MS, () => this.die('killed-after-stop'));
        break;
    }
  }

  private die(why: InstanceDeath): void {
    if (this.isDead) return;
    this.isDead = true;
    this.events.died(why);
  }

  private freeze(forMs: number, lostMs: number): void {
    if (this.isDead) return;
    this.isFrozen = true;
    this.events.frozen();
    this.world.after(forMs, () => {
      this.isFrozen = false;
      this.behindMs += lostMs;
      this.events.woke();
      while (!this.isFrozen && this.missed.length > 0) this.missed.shift()?.();
    });
  }
}

function isStep(at: Moment, step: number): boolean {
  return at.kind === 'step' && at.step === step;
}
