import type { DocumentFields, DocumentWrite } from '../document-writes';
import type { Clock } from '../protocol/clock';
import type {
  CallLimit,
  DocumentStore,
  RunRecord,
  RunStore,
  Sighting,
  StoredRun,
  UpdateTime,
  WriteOutcome,
} from '../protocol/run-store';
import { parseTimestampMs, printTimestamp } from './firestore-timestamp';
import { storeUnanswered } from './store-errors';

/**
 * Keeps the records in this process, for tests and simulations, with the semantics of Firestore's commits.
 *
 * Its own time is the clock's, in microseconds, and never stands still: each commit is later than the last.
 */
export class MemoryRunStore implements RunStore {
  private readonly runs = new Map<string, StoredRun>();
  private lastMicros = 0;
  /** The documents of the user's own, by their paths. */
  readonly userDocuments = new Map<string, DocumentFields>();
  readonly documents: DocumentStore;

  constructor(private readonly clock: Clock) {
    this.documents = {
      database: 'projects/memory/databases/memory',
      pathOf: (runId) => `scheduler_runs/${runId}`,
      update: async (runId, changes, expected, writes, limit) => {
        this.checkLimit(limit, 'update');
        const after = applied(this.userDocuments, writes);
        if (after === undefined || this.runs.get(runId)?.updateTime !== expected) return { kind: 'refused' };
        const written = await this.update(runId, changes, expected, limit);
        this.userDocuments.clear();
        for (const [path, fields] of after) this.userDocuments.set(path, fields);
        return written;
      },
    };
  }

  async create(runId: string, record: RunRecord, limit: CallLimit): Promise<WriteOutcome> {
    this.checkLimit(limit, 'create');
    if (this.runs.has(runId)) return { kind: 'refused' };
    return this.put(runId, record);
  }

  async update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    this.checkLimit(limit, 'update');
    const stored = this.runs.get(runId);
    if (stored?.updateTime !== expected) return { kind: 'refused' };
    const isEqual = Object.entries(changes).every(
      ([name, value]) => stored.record[name as keyof RunRecord] === value,
    );
    // Firestore answers a write of equal values as written and leaves the update time where it was.
    if (isEqual) return { kind: 'written', updateTime: expected, commitAtMs: this.nextTime().ms };
    return this.put(runId, { ...stored.record, ...changes });
  }

  async delete(runId: string, expected: UpdateTime, limit: CallLimit): Promise<WriteOutcome> {
    this.checkLimit(limit, 'delete');
    if (this.runs.get(runId)?.updateTime !== expected) return { kind: 'refused' };
    this.runs.delete(runId);
    const { text, ms } = this.nextTime();
    return { kind: 'written', updateTime: text, commitAtMs: ms };
  }

  async read(runId: string, limit: CallLimit): Promise<Sighting> {
    this.checkLimit(limit, 'read');
    return { run: this.runs.get(runId), readAtMs: this.nextTime().ms };
  }

  private put(runId: string, fields: RunRecord): WriteOutcome {
    const { text, ms } = this.nextTime();
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const record = Object.freeze(Object.fromEntries(given)) as unknown as RunRecord;
    this.runs.set(runId, { record, updateTime: text, updatedAtMs: ms });
    return { kind: 'written', updateTime: text, commitAtMs: ms };
  }

  private nextTime(): { readonly text: UpdateTime; readonly ms: number } {
    this.lastMicros = Math.max(this.lastMicros + 1, Math.floor(this.clock.nowMs() * 1000));
    const text = printTimestamp(this.lastMicros / 1000);
    return { text, ms: parseTimestampMs(text) as number };
  }

  private checkLimit(limit: CallLimit, method: string): void {
    if (this.clock.monotonicMs() >= limit.untilMs) {
      throw storeUnanswered({ method, database: 'memory', tries: 0 });
    }
  }
}

/** The documents after the writes; `undefined` where a condition of them does not hold. */
function applied(
  documents: ReadonlyMap<string, DocumentFields>,
  writes: readonly DocumentWrite[],
): ReadonlyMap<string, DocumentFields> | undefined {
  const after = new Map(documents);
  for (const write of writes) {
    const current = after.get(write.path);
    if (write.kind === 'delete') {
      after.delete(write.path);
      continue;
    }
    if (write.kind === 'create' && current !== undefined) return undefined;
    if (write.kind === 'update' && current === undefined) return undefined;
    const fields = write.kind === 'update' ? { ...current, ...write.fields } : write.fields;
    after.set(
      write.path,
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    );
  }
  return after;
}
