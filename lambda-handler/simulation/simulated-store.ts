import type { Clock } from '../protocol/clock';
import type { DocumentStore, RunRecord, RunStore, StoredRun } from '../protocol/run-store';
import { MemoryRunStore } from '../stores/memory-run-store';
import type { FaultPlan } from './fault-plan';
import type { Commit, History, RecordState } from './history';
import { sleepOn } from './virtual-clock';

const NO_LIMIT = { untilMs: Number.POSITIVE_INFINITY };

/** The store that all instances share: takes commits, writes the history, forgets what is past its time. */
export class SimulatedStore {
  private readonly memory: MemoryRunStore;
  private readonly storeClock: Clock;

  constructor(
    private readonly clock: Clock,
    private readonly history: History,
    private readonly plan: Pick<FaultPlan, 'storeAheadMs' | 'forgetAfterMs'>,
  ) {
    this.storeClock = {
      nowMs: () => clock.nowMs() + plan.storeAheadMs,
      monotonicMs: () => clock.monotonicMs(),
      sleep: (ms, signal) => sleepOn(clock, ms, signal),
      after: (ms, callback) => clock.after(ms, callback),
    };
    this.memory = new MemoryRunStore(this.storeClock);
    history.documents = this.memory.userDocuments;
  }

  /** The store as one delivery's requests reach it. */
  for(delivery: number): RunStore & { readonly documents: DocumentStore } {
    const { memory } = this;
    return {
      create: (runId, record) => this.noted(delivery, runId, () => memory.create(runId, record, NO_LIMIT)),
      update: (runId, changes, expected) =>
        this.noted(delivery, runId, () => memory.update(runId, changes, expected, NO_LIMIT)),
      delete: (runId, expected) =>
        this.noted(delivery, runId, () => memory.delete(runId, expected, NO_LIMIT)),
      read: (runId) => memory.read(runId, NO_LIMIT),
      documents: {
        ...memory.documents,
        update: (runId, changes, expected, writes) =>
          this.noted(delivery, runId, () =>
            memory.documents.update(runId, changes, expected, writes, NO_LIMIT),
          ),
      },
    };
  }

  private async noted<T>(delivery: number | undefined, runId: string, write: () => Promise<T>): Promise<T> {
    const before = await this.stored(runId);
    const outcome = await write();
    const after = await this.stored(runId);
    if (after?.updateTime === before?.updateTime) return outcome;
    const record = (after ?? before)?.record as RunRecord;
    this.history.commits.push({
      kind: kindOf(before?.record, after?.record, delivery),
      atMs: this.clock.nowMs(),
      storeTimeMs: after?.updatedAtMs ?? this.storeClock.nowMs(),
      runId,
      delivery,
      attemptId: record.attempt_id,
      attempt: record.attempt,
      generation: record.generation,
      status: record.status,
      permanent: record.permanent === true,
      leaseSeconds: record.lease_seconds,
      before: before === undefined ? undefined : stateOf(before),
    });
    if (after !== undefined && before === undefined) this.forgetLater(runId);
    return outcome;
  }

  /** Records are deleted by their `expire_at`, late; a claim of ours may have moved it meanwhile. */
  private forgetLater(runId: string): void {
    const forget = async () => {
      const stored = await this.stored(runId);
      if (stored === undefined) return;
      const leftMs = stored.record.expire_at + this.plan.forgetAfterMs - this.storeClock.nowMs();
      if (leftMs > 0) this.clock.after(leftMs, () => void forget());
      else await this.noted(undefined, runId, () => this.memory.delete(runId, stored.updateTime, NO_LIMIT));
    };
    void forget();
  }

  private async stored(runId: string): Promise<StoredRun | undefined> {
    return (await this.memory.read(runId, NO_LIMIT)).run;
  }
}

function kindOf(
  before: RunRecord | undefined,
  after: RunRecord | undefined,
  delivery: number | undefined,
): Commit['kind'] {
  if (after === undefined) return delivery === undefined ? 'forgotten' : 'release';
  if (before?.attempt_id !== after.attempt_id) return 'claim';
  return after.status === 'in_progress' ? 'renewal' : 'finish';
}

function stateOf({ record, updatedAtMs }: StoredRun): RecordState {
  return {
    attemptId: record.attempt_id,
    attempt: record.attempt,
    generation: record.generation,
    status: record.status,
    permanent: record.permanent === true,
    updatedAtMs,
    leaseEndMs: updatedAtMs + record.lease_seconds * 1000,
  };
}
