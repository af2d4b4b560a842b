import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningFirestore, startFirestore } from './firestore-server';
import { handOver } from './firestore-under-test';

declare global {
  var runningFirestore: RunningFirestore | undefined;
  var temporaryDirectory: string | undefined;
}

/** Starts what all test files share. */
export default async function globalSetup(): Promise<void> {
  // Jest's processes do not hear that they exit, so what they would remove then has to be found in one place.
  globalThis.temporaryDirectory = await mkdtemp(join(tmpdir(), 'deduped-scheduler-tests-'));
  process.env['TMPDIR'] = globalThis.temporaryDirectory;
  const firestore = await startFirestore();
  globalThis.runningFirestore = firestore;
  handOver(firestore);
  if (firestore.kind === 'stand-in') {
    console.warn(
      `Firestore emulator not available (${firestore.reason}): the store's contract suite and the handler's ` +
        'tests run on the loopback stand-in; not run: the same on the emulator, and the comparison of the two.',
    );
  }
}
