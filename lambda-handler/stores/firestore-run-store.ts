import type {
  CallLimit,
  RunRecord,
  RunStore,
  Sighting,
  UpdateTime,
  WriteOutcome,
} from '../protocol/run-store';
import { readSighting, readWriteOutcome } from './firestore-answers';
import { encodeRecord } from './firestore-codec';
import { FirestoreRest, type FirestoreRestOptions } from './firestore-rest';
import { storeRefused } from './store-errors';

/** The condition did not hold. `NOT_FOUND` is not among a create's: there it says that the database is missing. */
const CREATE_REFUSED: ReadonlySet<string> = new Set(['ALREADY_EXISTS', 'FAILED_PRECONDITION']);
const CHANGE_REFUSED: ReadonlySet<string> = new Set(['FAILED_PRECONDITION', 'NOT_FOUND']);

/** @see https://cloud.google.com/firestore/docs/reference/rest/v1/Write */
interface ConditionalWrite {
  readonly update?: { readonly name: string; readonly fields: object };
  readonly updateMask?: { readonly fieldPaths: readonly string[] };
  readonly delete?: string;
  readonly currentDocument: { readonly exists: false } | { readonly updateTime: UpdateTime };
}

/**
 * Keeps the records in Firestore, over its REST API.
 *
 * A retried write may be refused because an earlier try of it did happen: the caller reads and knows.
 *
 * @see https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/commit
 */
export class FirestoreRunStore implements RunStore {
  private readonly rest: FirestoreRest;
  private readonly collection: string;

  constructor(options: FirestoreRestOptions) {
    this.rest = new FirestoreRest(options);
    this.collection = options.location.collection;
  }

  create(runId: string, record: RunRecord, limit: CallLimit): Promise<WriteOutcome> {
    const write = {
      update: { name: this.nameOf(runId), fields: encodeRecord(record) },
      currentDocument: { exists: false },
    } as const;
    return this.commit(write, CREATE_REFUSED, limit);
  }

  update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    const write = {
      update: { name: this.nameOf(runId), fields: encodeRecord(changes) },
      // A field that is in the mask and has no value is removed.
      updateMask: { fieldPaths: Object.keys(changes) },
      currentDocument: { updateTime: expected },
    };
    return this.commit(write, CHANGE_REFUSED, limit);
  }

  delete(runId: string, expected: UpdateTime, limit: CallLimit): Promise<WriteOutcome> {
    const write = { delete: this.nameOf(runId), currentDocument: { updateTime: expected } };
    return this.commit(write, CHANGE_REFUSED, limit);
  }

  async read(runId: string, limit: CallLimit): Promise<Sighting> {
    const reply = await this.rest.call('batchGet', { documents: [this.nameOf(runId)] }, limit);
    if (reply.kind === 'error') throw storeRefused(reply.error, reply.facts);
    return readSighting(reply);
  }

  private async commit(
    write: ConditionalWrite,
    refusals: ReadonlySet<string>,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    const reply = await this.rest.call('commit', { writes: [write] }, limit);
    if (reply.kind === 'ok') return readWriteOutcome(reply, write.delete !== undefined);
    if (refusals.has(reply.error.status)) return { kind: 'refused' };
    throw storeRefused(reply.error, reply.facts);
  }

  private nameOf(runId: string): string {
    return `${this.rest.database}/documents/${this.collection}/${runId}`;
  }
}
