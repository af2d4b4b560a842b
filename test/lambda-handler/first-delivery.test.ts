import { encodeJobs, encodeStore } from '../../src/contract/environment';
import { HEADER } from '../../src/contract/header-names';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { EMPTY_LOGIC } from '../support/billing-stack';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { type FunctionHost, startFunctionHost } from '../support/function-host';
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy';
import { HEADERS } from './http/http-world';
import { SETTINGS } from './protocol/protocol-world';

const STORE = {
  kind: 'firestore',
  project: 'billing-prod',
  database: 'requests',
  collection: 'runs',
} as const;

let firestore: RecordingProxy;
let handler: FunctionHost;

beforeAll(async () => {
  firestore = await startRecordingProxy(firestoreUnderTest().host);
  handler = await startFunctionHost({
    zip: buildArchive(bundleHandler({ default: EMPTY_LOGIC })).zip,
    host: 'plain',
    env: {
      DSJ_JOBS: encodeJobs([SETTINGS]),
      DSJ_STORE: encodeStore(STORE),
      FIRESTORE_EMULATOR_HOST: firestore.host,
    },
  });
});

afterAll(async () => {
  await handler?.stop();
  await firestore?.stop();
});

/** Delivers a run and tells the outcome and the requests that Firestore got for it. */
async function deliver(scheduleTime: string) {
  firestore.paths.length = 0;
  const headers = { ...HEADERS, [HEADER.SCHEDULE_TIME]: scheduleTime };
  const answer = await fetch(handler.url, { method: 'POST', headers });
  const { outcome } = (await answer.json()) as { outcome: unknown };
  return { outcome, requests: firestore.paths.map((path) => path.replace(/^.*:/, '')) };
}

describe('the whole handler', () => {
  test('asks Firestore twice for a first delivery, and twice for its duplicate', async () => {
    const scheduleTime = new Date(Date.now()).toISOString();

    const first = await deliver(scheduleTime);
    const second = await deliver(scheduleTime);

    expect(first).toEqual({ outcome: 'completed', requests: ['commit', 'commit'] });
    expect(second).toEqual({ outcome: 'already-completed', requests: ['commit', 'batchGet'] });
  });
});
