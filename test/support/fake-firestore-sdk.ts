import { type DocumentWrite, setDocument, updateDocument } from '../../lambda-handler/document-writes';
import type { RunRecord } from '../../lambda-handler/protocol/run-store';
import type { MemoryRunStore } from '../../lambda-handler/stores/memory-run-store';

type Fields = Readonly<Record<string, unknown>>;

/** What becomes of a commit: aborted and to be tried again, done and unheard, or not done and unheard. */
type CommitFate = 'aborted' | 'lost' | 'unavailable';

const NO_LIMIT = { untilMs: Number.POSITIVE_INFINITY };
const GRPC = { notFound: 5, failedPrecondition: 9, aborted: 10, unavailable: 14 } as const;

/** A document as the SDK names it; `get` reads it outside of a transaction. */
export interface FakeReference {
  readonly path: string;
  get(): Promise<FakeSnapshot>;
}

/** A document as the SDK reads it. */
export interface FakeSnapshot {
  data(): Fields | undefined;
  readonly updateTime: string | undefined;
}

interface FakeWrite {
  readonly kind: 'set' | 'update';
  readonly path: string;
  readonly fields: Fields;
  readonly lastUpdateTime?: unknown;
}

/** Behaves as `Transaction` of `@google-cloud/firestore`: reads before writes, and writes that wait for the commit. */
export class FakeTransaction {
  readonly writes: FakeWrite[] = [];

  async get(reference: FakeReference): Promise<FakeSnapshot> {
    if (this.writes.length > 0) throw new Error('a transaction reads before it writes');
    return reference.get();
  }

  set(reference: FakeReference, fields: Fields): this {
    this.writes.push({ kind: 'set', path: reference.path, fields });
    return this;
  }

  update(reference: FakeReference, fields: Fields): this {
    this.writes.push({ kind: 'update', path: reference.path, fields });
    return this;
  }
}

/** Behaves as `WriteBatch`, which can be committed once. */
export class FakeBatch {
  private readonly writes: FakeWrite[] = [];

  constructor(private readonly commitWrites: (writes: readonly FakeWrite[]) => Promise<void>) {}

  set(reference: FakeReference, fields: Fields): this {
    this.writes.push({ kind: 'set', path: reference.path, fields });
    return this;
  }

  update(reference: FakeReference, fields: Fields, precondition: { lastUpdateTime?: unknown } = {}): this {
    this.writes.push({ kind: 'update', path: reference.path, fields, ...precondition });
    return this;
  }

  commit(): Promise<void> {
    return this.commitWrites(this.writes);
  }
}

/** The part of `Firestore` of `@google-cloud/firestore` that a completion uses, over a store in memory. */
export class FakeSdk {
  readonly databaseId: string = 'memory';
  /** It is bound to a project in which the record is not. */
  readonly isElsewhere: boolean = false;
  readonly commits: CommitFate[] = [];
  /** A commit that nobody answered is tried again, with the whole callback, as some versions do. */
  retriesUnheardCommits = false;
  beforeCommit: () => Promise<unknown> = async () => {};

  constructor(
    private readonly memory: MemoryRunStore,
    private readonly recordPath: string,
    private readonly runId: string,
  ) {}

  doc(path: string): FakeReference {
    return { path, get: () => this.read(path) };
  }

  batch(): FakeBatch {
    return new FakeBatch((writes) => this.commit(writes));
  }

  async runTransaction<T>(update: (transaction: FakeTransaction) => Promise<T>): Promise<T> {
    for (;;) {
      const transaction = new FakeTransaction();
      const value = await update(transaction);
      try {
        await this.commit(transaction.writes);
        return value;
      } catch (error) {
        if ((error as { code?: unknown }).code !== GRPC.aborted && !this.retriesUnheardCommits) throw error;
      }
    }
  }

  private async read(path: string): Promise<FakeSnapshot> {
    if (path !== this.recordPath) {
      const fields = this.memory.userDocuments.get(path);
      return { data: () => fields, updateTime: undefined };
    }
    const { run } = this.isElsewhere ? { run: undefined } : await this.memory.read(this.runId, NO_LIMIT);
    return { data: () => run?.record as unknown as Fields | undefined, updateTime: run?.updateTime };
  }

  private async commit(writes: readonly FakeWrite[]): Promise<void> {
    const fate = this.commits.shift();
    if (fate === 'aborted') throw grpcError(GRPC.aborted);
    if (fate === 'unavailable') throw grpcError(GRPC.unavailable);
    await this.beforeCommit();
    const { run } = await this.memory.read(this.runId, NO_LIMIT);
    const record = writes.find(({ path }) => path === this.recordPath);
    const expected = record?.lastUpdateTime ?? run?.updateTime;
    if (expected !== run?.updateTime) throw grpcError(GRPC.failedPrecondition);
    const outcome = await this.memory.documents.update(
      this.runId,
      asRecord(record?.fields ?? {}),
      run?.updateTime ?? '',
      writes.filter((write) => write !== record).map(asDocumentWrite),
      NO_LIMIT,
    );
    if (outcome.kind === 'refused') throw grpcError(GRPC.notFound);
    if (fate === 'lost') throw grpcError(GRPC.unavailable);
  }
}

/** The SDK writes a `Date` as a timestamp; the store in memory has milliseconds. */
function asRecord(fields: Fields): Partial<RunRecord> {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (value === undefined) throw new TypeError(`the SDK refuses undefined: ${name}`);
    return [name, value instanceof Date ? value.getTime() : value];
  });
  return Object.fromEntries(entries) as Partial<RunRecord>;
}

function asDocumentWrite({ kind, path, fields }: FakeWrite): DocumentWrite {
  return kind === 'set' ? setDocument(path, fields as never) : updateDocument(path, fields as never);
}

function grpcError(code: number): Error {
  return Object.assign(new Error(`gRPC status ${code}`), { code });
}
