import { randomUUID } from 'node:crypto';
import {
  createDocument,
  type DocumentWrite,
  deleteDocument,
  setDocument,
  updateDocument,
} from '../../../lambda-handler/document-writes';
import type { DocumentStore, RunRecord, WriteOutcome } from '../../../lambda-handler/protocol/run-store';
import { runRecord } from '../../support/run-record';
import type { RunStoreUnderTest } from './run-store-contract';

const COMPLETED: Partial<RunRecord> = { status: 'completed', result: '3' };
const STALE = '2026-01-01T00:00:00.000001Z';

/** What every store does that commits documents together with a record. */
export function describeDocumentStore(name: string, factory: () => RunStoreUnderTest): void {
  describe(`${name}, with documents`, () => {
    let given: RunStoreUnderTest;
    let documents: DocumentStore;
    let runId: string;
    let path: string;
    let version: string;

    beforeEach(async () => {
      given = factory();
      documents = given.store.documents as DocumentStore;
      runId = randomUUID();
      path = `effects/${runId}`;
      const created = await given.store.create(runId, runRecord(), limit());
      version = created.kind === 'written' ? created.updateTime : '';
    });

    const limit = () => ({ untilMs: given.clock.monotonicMs() + 20_000 });
    const commit = (expected: string, ...writes: DocumentWrite[]): Promise<WriteOutcome> =>
      documents.update(runId, COMPLETED, expected, writes, limit());
    const stored = async () => (await given.store.read(runId, limit())).run;
    /** A document is there if it cannot be created; a record that has moved on is not in the way. */
    const exists = async (document: string): Promise<boolean> => {
      const current = (await stored())?.updateTime ?? '';
      return (await commit(current, createDocument(document, {}))).kind === 'refused';
    };

    test('writes record and documents at once', async () => {
      const outcome = await commit(version, setDocument(path, { sent: 3 }));

      const run = await stored();
      expect(outcome).toMatchObject({ kind: 'written', updateTime: run?.updateTime });
      expect(run?.record).toMatchObject({ ...COMPLETED, attempt: 1 });
      expect(await exists(path)).toBe(true);
    });

    test('writes nothing when the record has changed', async () => {
      const outcome = await commit(STALE, setDocument(path, { sent: 3 }));

      expect(outcome.kind).toBe('refused');
      expect((await stored())?.record.status).toBe('in_progress');
      expect(await exists(path)).toBe(false);
    });

    test.each([
      { case: 'to create is there', write: (taken: string) => createDocument(taken, {}) },
      { case: 'to update is missing', write: () => updateDocument(`effects/${randomUUID()}`, { sent: 1 }) },
    ])('writes nothing when a document $case', async ({ write }) => {
      const taken = `effects/${randomUUID()}`;
      await commit(version, setDocument(taken, {}));
      const before = await stored();

      const outcome = await commit(before?.updateTime ?? '', setDocument(path, {}), write(taken));

      expect(outcome.kind).toBe('refused');
      expect(await stored()).toEqual(before);
      expect(await exists(path)).toBe(false);
    });

    test('updates and deletes documents that are there', async () => {
      const written = await commit(version, setDocument(path, { sent: 3, draft: true }));
      const next = written.kind === 'written' ? written.updateTime : '';

      const updated = await commit(next, updateDocument(path, { draft: undefined }));
      const deleted = await commit(next, deleteDocument(path));

      expect([updated.kind, deleted.kind]).toEqual(['written', 'written']);
      expect(await exists(path)).toBe(false);
    });

    test('places the record among the documents', async () => {
      expect(documents.pathOf(runId)).toBe(`scheduler_runs/${runId}`);
      expect(documents.database).toMatch(/^projects\/[^/]+\/databases\/[^/]+$/);
    });
  });
}
