import { retryDelaySeconds } from '../../src/timing/backoff';
import { type DeliveryFaults, type FaultPlan, NO_FAULTS, type RunFaults } from './fault-plan';
import type { DeliveryEntry } from './history';
import { handleSimulated, type SimulatedWorld } from './simulated-handler';
import type { SimulatedJob } from './simulated-job';

interface Scheduled {
  readonly timeMs: number;
  readonly nextMs: number;
  readonly faults: RunFaults;
}

/**
 * Cloud Scheduler with one job: sends each run when it is due, waits, retries, and goes on to the next.
 *
 * @see https://cloud.google.com/scheduler/docs/configuring/retry-jobs
 */
export class SimulatedScheduler {
  constructor(
    private readonly world: SimulatedWorld,
    private readonly job: SimulatedJob,
    private readonly plan: FaultPlan,
  ) {}

  /** Delivers all runs of the plan; resolves when the last is done with. Duplicates may still follow. */
  async deliverAll(firstMs: number): Promise<void> {
    const { clock, history } = this.world;
    const everyMs = this.job.everySeconds * 1000;
    const runs = this.plan.runs.map((faults, index) => {
      const timeMs = firstMs + index * everyMs;
      return { timeMs, nextMs: timeMs + everyMs, faults };
    });
    for (const run of runs) this.planOthers(run);
    for (const run of runs) {
      const isBusy = clock.nowMs() > run.timeMs;
      if (isBusy && this.plan.nextRun === 'is-skipped') {
        history.skippedMs.push(run.timeMs);
        continue;
      }
      await clock.sleep(run.timeMs + run.faults.lateMs - clock.nowMs());
      await this.deliverUntilDone(run);
    }
  }

  /** What others than Cloud Scheduler's own clockwork send of a run. */
  private planOthers({ timeMs, faults }: Scheduled): void {
    const { clock } = this.world;
    for (const { afterMs, faults: ofDuplicate } of faults.duplicates) {
      clock.after(
        timeMs + afterMs - clock.nowMs(),
        () => void this.deliver(timeMs, 'duplicate', ofDuplicate),
      );
    }
    for (const beforeMs of faults.pressedBeforeMs) {
      clock.after(timeMs - beforeMs - clock.nowMs(), () => void this.deliver(timeMs, 'person', NO_FAULTS));
    }
  }

  private async deliverUntilDone({ timeMs, nextMs, faults }: Scheduled): Promise<void> {
    const { clock } = this.world;
    const { retry } = this.job;
    const startMs = clock.nowMs();
    for (let retries = 0; ; retries += 1) {
      const status = await this.deliver(timeMs, 'scheduler', faults.deliveries[retries] ?? NO_FAULTS);
      if (status !== undefined && status >= 200 && status < 300) return;
      const delayMs = retryDelaySeconds(retry, retries + 1, this.plan.backoff) * 1000;
      const usesUpDuration = clock.nowMs() - startMs >= retry.maxRetryDurationSeconds * 1000;
      if (retries >= retry.retryCount && usesUpDuration) return;
      if (this.plan.nextRun === 'ends-retries' && clock.nowMs() + delayMs >= nextMs) return;
      await clock.sleep(delayMs);
    }
  }

  /** Sends one delivery; resolves with the status that the sender hears by the attempt deadline. */
  private deliver(
    scheduledTimeMs: number,
    sender: DeliveryEntry['sender'],
    faults: DeliveryFaults,
  ): Promise<number | undefined> {
    const { clock, history } = this.world;
    const settings = { ...this.job.settings, ...(faults.otherRevision ? this.plan.otherSettings : {}) };
    const delivery: DeliveryEntry = {
      id: history.deliveries.length,
      scheduledTimeMs,
      sender,
      sentAtMs: clock.nowMs(),
      settings,
      faults,
      wasFrozen: false,
    };
    history.deliveries.push(delivery);
    return new Promise((resolve) => {
      const giveUp = clock.after(this.job.attemptDeadlineSeconds * 1000, () => resolve(undefined));
      clock.after(faults.coldStartMs, async () => {
        const status = await handleSimulated(this.world, delivery);
        giveUp();
        resolve(faults.answerLost ? undefined : status);
      });
    });
  }
}
