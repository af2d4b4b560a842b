import type { RunStore, WriteOutcome } from '../../../lambda-handler/protocol/run-store';
import { encodeRecord } from '../../../lambda-handler/stores/firestore-codec';
import { FirestoreRunStore } from '../../../lambda-handler/stores/firestore-run-store';
import { type ManualClock, manualClock } from '../../support/manual-clock';
import { runRecord } from '../../support/run-record';
import { answer, apiError, type Step, scriptedPost } from '../../support/scripted-post';

const DATABASE = 'projects/p/databases/scheduler';
const NAME = `${DATABASE}/documents/scheduler_runs/run`;
const VERSION = '2026-10-16T12:00:00.000001Z';
const WRITTEN = answer(200, { writeResults: [{ updateTime: VERSION }], commitTime: VERSION });

let clock: ManualClock;

beforeEach(() => {
  clock = manualClock.at('2026-10-16T12:00:00Z');
});

const limit = () => ({ untilMs: clock.monotonicMs() + 10_000 });

function storeAnswered(step: Step) {
  const script = scriptedPost(clock, step);
  const store = new FirestoreRunStore({
    location: { kind: 'firestore', project: 'p', database: 'scheduler', collection: 'scheduler_runs' },
    accessToken: async () => 'token',
    clock,
    random: () => 0.5,
    post: script.post,
  });
  return { store, requests: script.requests };
}

const WRITES: Readonly<Record<string, (store: RunStore) => Promise<WriteOutcome>>> = {
  create: (store) => store.create('run', runRecord(), limit()),
  update: (store) => store.update('run', { attempt: 2, error: undefined }, VERSION, limit()),
  delete: (store) => store.delete('run', VERSION, limit()),
};

function write(call: string, store: RunStore): Promise<WriteOutcome> {
  const make = WRITES[call];
  if (make === undefined) throw new Error(`no such call: ${call}`);
  return make(store);
}

describe('FirestoreRunStore', () => {
  test.each([
    {
      call: 'create',
      sent: { update: { name: NAME, fields: encodeRecord(runRecord()) }, currentDocument: { exists: false } },
    },
    {
      call: 'update',
      sent: {
        update: { name: NAME, fields: { attempt: { integerValue: '2' } } },
        updateMask: { fieldPaths: ['attempt', 'error'] },
        currentDocument: { updateTime: VERSION },
      },
    },
    { call: 'delete', sent: { delete: NAME, currentDocument: { updateTime: VERSION } } },
  ])('sends $call as one conditional write', async ({ call, sent }) => {
    const { store, requests } = storeAnswered(WRITTEN);

    const outcome = await write(call, store);

    expect(outcome).toMatchObject({ kind: 'written', updateTime: VERSION });
    expect(requests).toMatchObject([
      {
        url: `https://firestore.googleapis.com/v1/${DATABASE}/documents:commit`,
        authorization: 'Bearer token',
        body: { writes: [sent] },
      },
    ]);
  });

  test('reads with one batchGet', async () => {
    const { store, requests } = storeAnswered(
      answer(200, [
        { found: { name: NAME, fields: encodeRecord(runRecord()), updateTime: VERSION }, readTime: VERSION },
      ]),
    );

    const sighting = await store.read('run', limit());

    expect(sighting).toEqual({
      run: { record: runRecord(), updateTime: VERSION, updatedAtMs: Date.UTC(2026, 9, 16, 12) + 0.001 },
      readAtMs: Date.UTC(2026, 9, 16, 12) + 0.001,
    });
    expect(requests).toMatchObject([
      {
        url: `https://firestore.googleapis.com/v1/${DATABASE}/documents:batchGet`,
        body: { documents: [NAME] },
      },
    ]);
  });

  test.each([
    { call: 'create', httpStatus: 409, status: 'ALREADY_EXISTS' },
    { call: 'create', httpStatus: 400, status: 'FAILED_PRECONDITION' },
    { call: 'update', httpStatus: 400, status: 'FAILED_PRECONDITION' },
    { call: 'update', httpStatus: 404, status: 'NOT_FOUND' },
    { call: 'delete', httpStatus: 400, status: 'FAILED_PRECONDITION' },
    { call: 'delete', httpStatus: 404, status: 'NOT_FOUND' },
  ])('takes $status on $call for a refusal', async ({ call, httpStatus, status }) => {
    const { store, requests } = storeAnswered(apiError(httpStatus, status));

    expect(await write(call, store)).toEqual({ kind: 'refused' });
    expect(requests).toHaveLength(1);
  });

  test.each([
    { call: 'create', httpStatus: 404, status: 'NOT_FOUND' },
    { call: 'create', httpStatus: 403, status: 'PERMISSION_DENIED' },
    { call: 'create', httpStatus: 400, status: 'INVALID_ARGUMENT' },
    { call: 'update', httpStatus: 409, status: 'ALREADY_EXISTS' },
    { call: 'delete', httpStatus: 403, status: 'PERMISSION_DENIED' },
  ])('rejects with $status on $call', async ({ call, httpStatus, status }) => {
    const { store, requests } = storeAnswered(apiError(httpStatus, status, 'why'));

    await expect(write(call, store)).rejects.toMatchObject({
      name: 'StoreError',
      code: status,
      retryable: false,
      details: { status, httpStatus, apiMessage: 'why', tries: 1, method: 'commit', database: DATABASE },
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    { case: 'an error', body: { error: { code: 403, message: 'no', status: 'PERMISSION_DENIED' } } },
    {
      case: 'an error in a stream',
      body: [{ error: { code: 403, message: 'no', status: 'PERMISSION_DENIED' } }],
    },
  ])('rejects a read that is answered with $case', async ({ body }) => {
    const { store } = storeAnswered(answer(403, body));

    await expect(store.read('run', limit())).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { database: DATABASE, advice: expect.stringContaining('roles/datastore.user') },
    });
  });

  test.each([
    { case: 'no commit time', body: { writeResults: [{ updateTime: VERSION }] } },
    { case: 'no write result', body: { commitTime: VERSION } },
    { case: 'no update time', body: { writeResults: [{}], commitTime: VERSION } },
    {
      case: 'an update time that is none',
      body: { writeResults: [{ updateTime: 'now' }], commitTime: VERSION },
    },
    { case: 'nothing in it', body: {} },
    { case: 'a list', body: [] },
    { case: 'null', body: null },
  ])('rejects a commit whose answer has $case', async ({ body }) => {
    const { store } = storeAnswered(answer(200, body));

    await expect(write('create', store)).rejects.toMatchObject({
      code: 'UNREADABLE_ANSWER',
      retryable: true,
    });
  });

  test('takes the commit time of a deletion for its update time', async () => {
    const { store } = storeAnswered(answer(200, { writeResults: [{}], commitTime: VERSION }));

    expect(await write('delete', store)).toMatchObject({ kind: 'written', updateTime: VERSION });
  });

  test.each([
    { case: 'no read time', body: [{ missing: NAME }], code: 'UNREADABLE_ANSWER' },
    { case: 'neither found nor missing', body: [{ readTime: VERSION }], code: 'UNREADABLE_ANSWER' },
    {
      case: 'no update time',
      body: [{ found: { fields: {} }, readTime: VERSION }],
      code: 'UNREADABLE_ANSWER',
    },
    { case: 'an empty list', body: [], code: 'UNREADABLE_ANSWER' },
    { case: 'null', body: null, code: 'UNREADABLE_ANSWER' },
    {
      case: 'a foreign document',
      body: [{ found: { fields: { a: 1 }, updateTime: VERSION }, readTime: VERSION }],
      code: 'UNREADABLE_RECORD',
    },
  ])('rejects a read whose answer has $case', async ({ body, code }) => {
    const { store } = storeAnswered(answer(200, body));

    await expect(store.read('run', limit())).rejects.toMatchObject({ name: 'StoreError', code });
  });
});
