import { startFirestore } from '../test/support/firestore-server';
import { CannotBeMeasured } from './measure';

/** The Firestore emulator, which has served requests before. */
export interface Emulator {
  /** `HOST:PORT`. */
  readonly host: string;
  stop(): Promise<void>;
}

/** The project whose records the emulator keeps; emulators know no other kind than `demo-`. */
export const PROJECT = 'demo-bench';

/**
 * Starts the Firestore emulator and has it do a first write, which takes it seconds.
 *
 * @throws CannotBeMeasured where it is not installed: the peers speak more of Firestore than its stand-in does
 */
export async function startEmulator(): Promise<Emulator> {
  const firestore = await startFirestore();
  if (firestore.kind === 'stand-in') {
    await firestore.stop();
    throw new CannotBeMeasured(`no Firestore emulator: ${firestore.reason}`);
  }
  const documents = `projects/${PROJECT}/databases/(default)/documents`;
  const response = await fetch(`http://${firestore.host}/v1/${documents}:commit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ writes: [{ update: { name: `${documents}/warm_up/first`, fields: {} } }] }),
  });
  if (!response.ok) throw new Error(`the emulator refused a first write: ${await response.text()}`);
  return firestore;
}
