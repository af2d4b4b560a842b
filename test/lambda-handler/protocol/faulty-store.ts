import { StoreError } from '../../../lambda-handler/errors';
import type {
  CallLimit,
  DocumentStore,
  RunRecord,
  RunStore,
  Sighting,
  UpdateTime,
  WriteOutcome,
} from '../../../lambda-handler/protocol/run-store';

type Method = 'create' | 'update' | 'delete' | 'read';

/** What goes wrong with one call. */
export type Fault =
  /** The write is done and its answer is a refusal, as after a retry inside the store. */
  | 'refused-though-done'
  /** The write is done and its answer is lost. */
  | 'unanswered-though-done'
  /** Nothing is done and nobody answers. */
  | 'unanswered'
  /** Nobody answers, and the write is done when the call after the next begins. */
  | 'lands-late'
  /** The store says that it was cancelled, which says nothing, and the write is done as above. */
  | 'cancelled-lands-late'
  /** The store says that the same call cannot succeed. */
  | 'denied'
  /** The same, after a try inside the store whose answer was lost. */
  | 'denied-though-done';

/** A store between whose calls and the real one a test puts faults. Counts the calls. */
export class FaultyStore implements RunStore {
  readonly calls: Method[] = [];
  readonly limits: CallLimit[] = [];
  private faults: { readonly method: Method; readonly fault: Fault }[] = [];
  private late: { readonly write: () => Promise<unknown>; callsLeft: number }[] = [];
  private readonly hooks: { readonly method: Method; readonly hook: () => Promise<unknown> }[] = [];
  /** The most calls that were open at the same time. */
  mostOpenCalls = 0;
  private openCalls = 0;
  private crashed = false;

  constructor(private readonly inner: RunStore) {}

  get documents(): DocumentStore | undefined {
    const { documents } = this.inner;
    return (
      documents && {
        ...documents,
        update: (runId, changes, expected, writes, limit) =>
          this.write('update', limit, () => documents.update(runId, changes, expected, writes, limit)),
      }
    );
  }

  /** The instance is gone: no call of it is sent, or answered, any more. */
  crash(): void {
    this.crashed = true;
  }

  /** Faults of the next calls of a method, in their order. */
  fail(method: Method, ...faults: readonly Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ method, fault })));
  }

  /** Takes back all faults that were to come. */
  heal(): void {
    this.faults = [];
  }

  /** Does something just before the next call of a method: what another instance does meanwhile. */
  before(method: Method, hook: () => Promise<unknown>): void {
    this.hooks.push({ method, hook });
  }

  create(runId: string, record: RunRecord, limit: CallLimit): Promise<WriteOutcome> {
    return this.write('create', limit, () => this.inner.create(runId, record, limit));
  }

  update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    return this.write('update', limit, () => this.inner.update(runId, changes, expected, limit));
  }

  delete(runId: string, expected: UpdateTime, limit: CallLimit): Promise<WriteOutcome> {
    return this.write('delete', limit, () => this.inner.delete(runId, expected, limit));
  }

  async read(runId: string, limit: CallLimit): Promise<Sighting> {
    const fault = await this.begin('read', limit);
    try {
      if (fault !== undefined) throw storeError('read', fault);
      return await this.inner.read(runId, limit);
    } finally {
      this.openCalls -= 1;
    }
  }

  private async write(
    method: Method,
    limit: CallLimit,
    write: () => Promise<WriteOutcome>,
  ): Promise<WriteOutcome> {
    const fault = await this.begin(method, limit);
    try {
      if (fault?.endsWith('lands-late')) this.late.push({ write, callsLeft: 1 });
      if (fault?.endsWith('-though-done')) await write();
      if (fault === 'refused-though-done') return { kind: 'refused' };
      if (fault !== undefined) throw storeError(method, fault);
      return await write();
    } finally {
      this.openCalls -= 1;
    }
  }

  private async begin(method: Method, limit: CallLimit): Promise<Fault | undefined> {
    if (this.crashed) await NEVER;
    this.calls.push(method);
    this.limits.push(limit);
    this.openCalls += 1;
    this.mostOpenCalls = Math.max(this.mostOpenCalls, this.openCalls);
    const due = this.late.filter(({ callsLeft }) => callsLeft === 0);
    this.late = this.late
      .filter(({ callsLeft }) => callsLeft > 0)
      .map(({ write, callsLeft }) => ({ write, callsLeft: callsLeft - 1 }));
    for (const { write } of due) await write();
    await take(this.hooks, method)?.hook();
    return take(this.faults, method)?.fault;
  }
}

const NEVER = new Promise<never>(() => {});

function take<T extends { readonly method: Method }>(queue: T[], method: Method): T | undefined {
  const index = queue.findIndex((entry) => entry.method === method);
  return index === -1 ? undefined : queue.splice(index, 1)[0];
}

/** What the store says, by how the name of the fault begins. */
const STATUSES = { denied: 'PERMISSION_DENIED', cancelled: 'CANCELLED' };

function storeError(method: Method, fault: Fault): StoreError {
  const status = Object.entries(STATUSES).find(([name]) => fault.startsWith(name))?.[1];
  return new StoreError('the store did not answer', {
    code: status ?? 'UNANSWERED',
    retryable: status === undefined,
    details: { method },
  });
}
