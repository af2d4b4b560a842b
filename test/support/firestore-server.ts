import { startFirestoreEmulator } from './firestore-emulator';
import { findFirestoreEmulator } from './firestore-emulator-install';
import { type FirestoreServer, startFirestoreStandIn } from './firestore-stand-in';

/** The Firestore that tests and the demo run on. */
export interface RunningFirestore extends FirestoreServer {
  readonly kind: 'emulator' | 'stand-in';
  /** Why it is not the emulator. */
  readonly reason?: string;
}

/**
 * Starts the Firestore emulator where one is installed, else the loopback stand-in.
 *
 * With `REQUIRE_EMULATORS=1` in `env` a machine without the emulator is an error.
 */
export async function startFirestore(env: NodeJS.ProcessEnv = process.env): Promise<RunningFirestore> {
  const emulator = await tryEmulator(env);
  if (typeof emulator !== 'string') return { kind: 'emulator', ...emulator };
  if (env['REQUIRE_EMULATORS'] === '1') {
    throw new Error(`REQUIRE_EMULATORS is set, but the Firestore emulator cannot run here: ${emulator}`);
  }
  return { kind: 'stand-in', reason: emulator, ...(await startFirestoreStandIn()) };
}

/** The running emulator, or why there is none. */
async function tryEmulator(env: NodeJS.ProcessEnv): Promise<FirestoreServer | string> {
  const install = findFirestoreEmulator(env);
  if (install.script === undefined) return install.missing;
  try {
    return await startFirestoreEmulator(install.script, env);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
