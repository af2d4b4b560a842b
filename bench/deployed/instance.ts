import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port';
import { deliver, scheduledRun } from './deliveries';
import type { Deployment, Host } from './deployment';

/** How an instance is started. */
export interface InstanceOptions {
  readonly deployment: Deployment;
  readonly host: Host;
  /** `HOST:PORT` of its store. */
  readonly firestoreHost: string;
}

/** A handler in a process of its own, which has carried out one run. */
export interface Instance {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the answer to its first run. */
  readonly firstAnswerMs: number;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const POLL_MS = 2;
const KEPT_OUTPUT_CHARACTERS = 2_000;

/** Starts an instance and delivers a run to it as soon as it takes one. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { deployment, host, firestoreHost } = options;
  const port = await freePort();
  const [command, ...args] = await deployment.command(host);
  const logs = await mkdtemp(join(tmpdir(), 'bench-instance-'));
  const output = openSync(join(logs, 'output'), 'a');
  const startMs = performance.now();
  const child = spawn(command, args, {
    cwd: deployment.directory,
    // Nothing of this process's own: its flags would be the handler's, too.
    env: { ...deployment.environment(firestoreHost), NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const stop = async () => {
    await end(child);
    await rm(logs, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${port}/`;
    await firstAnswer(url, child, startMs);
    return { url, pid: child.pid ?? 0, firstAnswerMs: performance.now() - startMs, stop };
  } catch (error) {
    const text = await readFile(join(logs, 'output'), 'utf8');
    await stop();
    throw new Error(`${deployment.label} does not start: ${text.slice(-KEPT_OUTPUT_CHARACTERS)}`, {
      cause: error,
    });
  }
}

async function firstAnswer(url: string, child: ChildProcess, startMs: number): Promise<void> {
  const headers = scheduledRun();
  while (performance.now() - startMs < START_LIMIT_MS && child.exitCode === null) {
    const status = await deliver({ url, headers });
    if (status === 200) return;
    if (status !== 'no answer') throw new Error(`its first run was answered ${status}`);
    await sleep(POLL_MS);
  }
  throw new Error(child.exitCode === null ? 'it does not listen' : `it ended with ${child.exitCode}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
