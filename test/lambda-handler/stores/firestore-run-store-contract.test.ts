import { randomUUID } from 'node:crypto';
import { FirestoreRunStore } from '../../../lambda-handler/stores/firestore-run-store';
import { nodeHttpPost } from '../../../lambda-handler/stores/node-http-post';
import { SystemClock } from '../../../lambda-handler/system-clock';
import { type FirestoreServer, startFirestoreStandIn } from '../../support/firestore-stand-in';
import { firestoreUnderTest } from '../../support/firestore-under-test';
import { runRecord } from '../../support/run-record';
import { describeDocumentStore } from './document-store-contract';
import { describeRunStore, type RunStoreUnderTest } from './run-store-contract';

interface CountedStore extends RunStoreUnderTest {
  readonly requestCount: () => number;
}

let standIn: FirestoreServer;

beforeAll(async () => {
  standIn = await startFirestoreStandIn();
});

afterAll(() => standIn.stop());

const places = [{ place: 'the stand-in', host: () => standIn.host }];
const { kind, host } = firestoreUnderTest();
if (kind === 'emulator') places.push({ place: 'the emulator', host: () => host });

for (const { place, host } of places) {
  describeRunStore(`FirestoreRunStore on ${place}`, () => storeOn(host()));
  describeDocumentStore(`FirestoreRunStore on ${place}`, () => storeOn(host()));
}

describe.each(places)('FirestoreRunStore on $place', ({ host }) => {
  test('sends one request for each call, carried out or refused', async () => {
    const { store, clock, requestCount } = storeOn(host());
    const limit = { untilMs: clock.monotonicMs() + 20_000 };

    await store.create('run', runRecord(), limit);
    await store.create('run', runRecord(), limit);
    const { run } = await store.read('run', limit);
    await store.update('run', { attempt: 2 }, run?.updateTime ?? '', limit);
    await store.update('run', { attempt: 3 }, run?.updateTime ?? '', limit);
    await store.delete('run', run?.updateTime ?? '', limit);

    expect(requestCount()).toBe(6);
  });
});

function storeOn(emulatorHost: string): CountedStore {
  const clock = new SystemClock();
  let requestCount = 0;
  const store = new FirestoreRunStore({
    // A database of its own: the emulator is shared with the other test files.
    location: {
      kind: 'firestore',
      project: 'demo-contract',
      database: `db-${randomUUID()}`,
      collection: 'scheduler_runs',
    },
    emulatorHost,
    accessToken: () => Promise.reject(new Error('an emulator needs no token')),
    clock,
    random: () => 0.5,
    post: (request) => {
      requestCount += 1;
      return nodeHttpPost(request);
    },
  });
  return { store, clock, requestCount: () => requestCount };
}
