import type { RunningFirestore } from './firestore-server';

const HOST = 'TEST_FIRESTORE_HOST';
const KIND = 'TEST_FIRESTORE_KIND';

/** The Firestore that was started once for all test files, without the right to stop it. */
export type FirestoreUnderTest = Pick<RunningFirestore, 'host' | 'kind'>;

/** Hands the running Firestore over to the processes that run the test files. */
export function handOver({ host, kind }: FirestoreUnderTest): void {
  process.env[HOST] = host;
  process.env[KIND] = kind;
}

/** The Firestore to test on: the emulator where there is one, else the stand-in. */
export function firestoreUnderTest(): FirestoreUnderTest {
  const host = process.env[HOST];
  const kind = process.env[KIND];
  if (host === undefined || (kind !== 'emulator' && kind !== 'stand-in')) {
    throw new Error('no Firestore was started: run the tests through jest.config.js');
  }
  return { host, kind };
}
