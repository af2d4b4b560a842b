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
  await writeOnce(firestore);
  handOver(firestore);
  if (firestore.kind === 'stand-in') {
    console.warn(
      `Firestore emulator not available (${firestore.reason}): the store's contract suite and the handler's ` +
        'tests run on the loopback stand-in; not run: the same on the emulator, and the comparison of the two.',
    );
  }
}

/** The emulator takes seconds for its first write, longer than the store waits for an answer. */
async function writeOnce({ host }: RunningFirestore): Promise<void> {
  const documents = 'projects/warm-up/databases/(default)/documents';
  const response = await fetch(`http://${host}/v1/${documents}:commit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ writes: [{ update: { name: `${documents}/warm_up/first`, fields: {} } }] }),
  });
  if (!response.ok) throw new Error(`Firestore refused a first write: ${await response.text()}`);
}
