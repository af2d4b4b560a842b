import type {
  CallLimit,
  DocumentStore,
  RunRecord,
  RunStore,
  Sighting,
  UpdateTime,
  WriteOutcome,
} from '../protocol/run-store';
import { readSighting, readWriteOutcome } from './firestore-answers';
import { encodeRecord } from './firestore-codec';
import { FirestoreRest, type FirestoreRestOptions } from './firestore-rest';
import { encodeWrite, type RestWrite } from './firestore-writes';
import { storeRefused } from './store-errors';

/** What an access token for the records is for. */
export const FIRESTORE_SCOPE = 'https://www.googleapis.com/auth/datastore';

/** The condition did not hold. `NOT_FOUND` is not among a create's: there it says that the database is missing. */
const CREATE_REFUSED: ReadonlySet<string> = new Set(['ALREADY_EXISTS', 'FAILED_PRECONDITION']);
const CHANGE_REFUSED: ReadonlySet<string> = new Set(['FAILED_PRECONDITION', 'NOT_FOUND']);
const CREATE_OR_CHANGE_REFUSED: ReadonlySet<string> = new Set([...CREATE_REFUSED, ...CHANGE_REFUSED]);

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
  readonly documents: DocumentStore;

  constructor(options: FirestoreRestOptions) {
    this.rest = new FirestoreRest(options);
    this.collection = options.location.collection;
    this.documents = {
      database: this.rest.database,
      pathOf: (runId) => `${this.collection}/${runId}`,
      update: (runId, changes, expected, writes, limit) => {
        const beside = writes.map((write) => encodeWrite(this.root, write));
        return this.commit(
          [this.change(runId, changes, expected), ...beside],
          CREATE_OR_CHANGE_REFUSED,
          limit,
        );
      },
    };
  }

  create(runId: string, record: RunRecord, limit: CallLimit): Promise<WriteOutcome> {
    const write = {
      update: { name: this.nameOf(runId), fields: encodeRecord(record) },
      currentDocument: { exists: false },
    } as const;
    return this.commit([write], CREATE_REFUSED, limit);
  }

  update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    return this.commit([this.change(runId, changes, expected)], CHANGE_REFUSED, limit);
  }

  delete(runId: string, expected: UpdateTime, limit: CallLimit): Promise<WriteOutcome> {
    const write = { delete: this.nameOf(runId), currentDocument: { updateTime: expected } };
    return this.commit([write], CHANGE_REFUSED, limit);
  }

  async read(runId: string, limit: CallLimit): Promise<Sighting> {
    const reply = await this.rest.call('batchGet', { documents: [this.nameOf(runId)] }, limit);
    if (reply.kind === 'error') throw storeRefused(reply.error, reply.facts);
    return readSighting(reply);
  }

  private async commit(
    writes: readonly RestWrite[],
    refusals: ReadonlySet<string>,
    limit: CallLimit,
  ): Promise<WriteOutcome> {
    const reply = await this.rest.call('commit', { writes }, limit);
    if (reply.kind === 'ok') return readWriteOutcome(reply, writes[0]?.delete !== undefined);
    if (refusals.has(reply.error.status)) {
      // Of a record alone there is only one condition that can have failed.
      const isAlone = writes.length === 1;
      return { kind: 'refused', ...(isAlone ? {} : { cause: storeRefused(reply.error, reply.facts) }) };
    }
    throw storeRefused(reply.error, reply.facts);
  }

  private change(runId: string, changes: Partial<RunRecord>, expected: UpdateTime): RestWrite {
    return {
      update: { name: this.nameOf(runId), fields: encodeRecord(changes) },
      // A field that is in the mask and has no value is removed.
      updateMask: { fieldPaths: Object.keys(changes) },
      currentDocument: { updateTime: expected },
    };
  }

  private nameOf(runId: string): string {
    return `${this.root}/${this.collection}/${runId}`;
  }

  private get root(): string {
    return `${this.rest.database}/documents`;
  }
}
