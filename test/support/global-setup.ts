import { type RunningFirestore, startFirestore } from './firestore-server';
import { handOver } from './firestore-under-test';

declare global {
  var runningFirestore: RunningFirestore | undefined;
}

/** Starts what all test files share. */
export default async function globalSetup(): Promise<void> {
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
