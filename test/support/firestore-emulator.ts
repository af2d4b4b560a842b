import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FirestoreServer } from './firestore-stand-in';
import { freePort } from './free-port';

const START_LIMIT_MS = 60_000;
const POLL_MS = 50;
const KEPT_OUTPUT_CHARACTERS = 500;

/**
 * Runs the emulator's script and ends it, and the Java process that it starts, as soon as its standard
 * input ends: on `stop`, and also when the process that started it is killed.
 */
const RUN_UNTIL_STDIN_ENDS = '{ "$0" "$@" </dev/null; kill -KILL 0; } & read -r _; kill -KILL 0';

/** Starts the emulator on a free port of the loopback interface and waits until it answers. */
export async function startFirestoreEmulator(
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<FirestoreServer> {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const child = spawn(
    'sh',
    ['-c', RUN_UNTIL_STDIN_ENDS, script, 'start', '--host=127.0.0.1', `--port=${port}`],
    {
      // A process group of its own, which is what `kill 0` ends.
      detached: true,
      env,
    },
  );
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // 'close' comes when the last process of the group has let go of the pipes, 'exit' only from the shell.
  let isClosed = false;
  const closed = once(child, 'close').then(() => {
    isClosed = true;
  });
  const stop = () => {
    child.stdin.end();
    return closed;
  };
  for (let waitedMs = 0; !(await isAnswering(host)); waitedMs += POLL_MS) {
    if (isClosed || waitedMs > START_LIMIT_MS) {
      await stop();
      throw new Error(`the Firestore emulator does not start: ${output.trim().replaceAll(/\s+/g, ' ')}`);
    }
    await delay(POLL_MS);
  }
  return { host, stop };
}

async function isAnswering(host: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}/`);
    return (await response.text()).startsWith('Ok');
  } catch {
    return false;
  }
}
