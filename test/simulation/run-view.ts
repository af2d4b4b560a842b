import type { Commit, DeliveryEntry, Execution, History } from '../../lambda-handler/simulation/history';
import type { SimulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { type KeySpace, runId } from '../../src/contract/run-identity';

/** How far ahead of the store's clock a scheduled time may lie; as the claim protocol says. */
export const FORCED_ALLOWANCE_MS = 10_000;

/** A history with the questions that properties ask of it. */
export class RunView {
  constructor(
    readonly job: SimulatedJob,
    readonly storeAheadMs: number,
    readonly history: History,
  ) {}

  delivery(id: number): DeliveryEntry {
    return this.history.deliveries[id] as DeliveryEntry;
  }

  /** The delivery that holds, or held, a record after a commit. */
  holder(commit: Commit): number {
    return Number(commit.attemptId.replace('delivery-', ''));
  }

  commits(kind: Commit['kind']): Commit[] {
    return this.history.commits.filter((commit) => commit.kind === kind);
  }

  /** The claim under which an execution ran, if there is one. */
  claimOf({ delivery, runId: id, startedAtMs }: Execution): Commit | undefined {
    return this.commits('claim').findLast(
      (claim) => claim.delivery === delivery && claim.runId === id && claim.atMs <= startedAtMs,
    );
  }

  hasCompleted(delivery: number): boolean {
    return this.commits('finish').some(
      (finish) => finish.delivery === delivery && finish.status === 'completed',
    );
  }

  executionOf(delivery: number): Execution | undefined {
    return this.history.executions.find((one) => one.delivery === delivery);
  }

  /** When the lease that a delivery wrote last, by `atMs`, is over; true time. */
  leaseEndMs(delivery: number, id: string, atMs: number): number {
    const last = this.history.commits.findLast(
      (commit) =>
        commit.delivery === delivery &&
        commit.runId === id &&
        commit.atMs <= atMs &&
        (commit.kind === 'claim' || commit.kind === 'renewal'),
    );
    return last === undefined ? Number.NEGATIVE_INFINITY : last.atMs + last.leaseSeconds * 1000;
  }

  idOf(scheduledTimeMs: number, keySpace: KeySpace): string {
    return runId({ ...this.job.settings, scheduledTimeMs, keySpace });
  }

  /** What makes executions the same run, whatever ids the handler gave them. */
  keyOf(execution: Execution): string {
    const isApart = execution.forced && this.job.settings.forcedRuns === 'separate';
    const generation = this.claimOf(execution)?.generation ?? 0;
    return JSON.stringify([execution.scheduledTimeMs, isApart, generation]);
  }

  /** For how long the clock of the delivery's instance stood still, if it woke up. */
  suspendedMs({ faults, wokeAtMs }: DeliveryEntry): number {
    if (wokeAtMs === undefined) return 0;
    return faults.instance.reduce((sum, fault) => sum + (fault.kind === 'suspend' ? fault.forMs : 0), 0);
  }

  /**
   * Its record was deleted while it was at work.
   *
   * That takes clocks that are nearly the whole retention apart: the record expires by the handler's clock.
   */
  isForgotten({ id }: DeliveryEntry): boolean {
    return this.commits('forgotten').some(
      (commit) => commit.status === 'in_progress' && this.holder(commit) === id,
    );
  }

  /** The instance was neither touched nor cut off from the store. */
  isFaultFree({ faults }: DeliveryEntry): boolean {
    return faults.instance.length === 0 && faults.store.every(({ kind }) => kind === 'none');
  }
}
