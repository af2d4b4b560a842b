import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts, freePort } from './free-port';
import { node24 } from './node-24';
import { OutputFile } from './output-file';
import { unzip } from './unzip';

const NODE_MODULES = resolve(__dirname, '../../node_modules');
const FUNCTIONS_FRAMEWORK = '@google-cloud/functions-framework/build/src/main.js';

/** The archive of a handler, and how it is to be started. */
export interface FunctionHostOptions {
  /** Path of the zip, or its bytes. */
  readonly zip: string | Uint8Array;
  /** What starts it: the start script of the archive's `package.json`, or `node index.js`. */
  readonly host: 'functions-framework' | 'plain';
  /** The handler's environment; nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A line that the handler logged. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A handler that runs in a process of its own, under Node 24, from nothing but its archive. */
export interface FunctionHost {
  readonly url: string;
  readonly pid: number;
  /** The lines of its standard output that are JSON. What it logged before an answer is there with the answer. */
  readonly logs: readonly LogLine[];
  /** Every line of its standard output, then of its standard error. */
  readonly output: readonly string[];
  readonly exited: Promise<ProcessExit>;
  /** Resolves when it accepts connections, and rejects when it exits before. */
  listening(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Ends it if it runs, and removes its files. */
  stop(): Promise<void>;
}

/** Starts a handler and waits until it accepts connections. */
export async function startFunctionHost(options: FunctionHostOptions): Promise<FunctionHost> {
  const host = await spawnFunctionHost(options);
  try {
    await host.listening();
    return host;
  } catch (error) {
    await host.stop();
    throw error;
  }
}

/** Starts a handler and does not wait for it, for one that is not to come up. */
export async function spawnFunctionHost(options: FunctionHostOptions): Promise<FunctionHost> {
  const directory = await unpack(options.zip);
  const port = await freePort();
  const stdout = new OutputFile(join(directory, 'stdout'));
  const stderr = new OutputFile(join(directory, 'stderr'));
  const child = spawn(await node24(), await argumentsOf(options.host, directory), {
    cwd: directory,
    env: { ...options.env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', stdout.descriptor, stderr.descriptor],
  });
  const exited = exitOf(child);
  const logs = jsonLines(stdout);
  const output = () => [...stdout.lines, ...stderr.lines];

  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    get logs() {
      return logs();
    },
    get output() {
      return output();
    },
    exited,
    async listening() {
      while (!(await accepts(port))) {
        const exit = await Promise.race([exited, sleep(20)]);
        if (exit === undefined) continue;
        throw new Error(
          `exited with ${exit.code ?? exit.signal} before it listened:\n${output().join('\n')}`,
        );
      }
    },
    kill(signal) {
      child.kill(signal);
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      stdout.close();
      stderr.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The build installs what `package-lock.json` names; here it is what this repository has of it. */
async function unpack(zip: string | Uint8Array): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'function-host-'));
  unzip(typeof zip === 'string' ? await readFile(zip) : zip, directory);
  await symlink(NODE_MODULES, join(directory, 'node_modules'), 'junction');
  return directory;
}

async function argumentsOf(host: FunctionHostOptions['host'], directory: string): Promise<string[]> {
  if (host === 'plain') return ['index.js'];
  const { scripts } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const [command, ...rest] = String(scripts.start).split(' ');
  if (command !== 'functions-framework') throw new Error(`start script must call the framework: ${command}`);
  return [join('node_modules', FUNCTIONS_FRAMEWORK), ...rest];
}

/** The lines that are JSON by the time of each call; each is parsed once. */
function jsonLines(file: OutputFile): () => readonly LogLine[] {
  const logs: LogLine[] = [];
  let parsedLines = 0;
  return () => {
    const { lines } = file;
    for (const line of lines.slice(parsedLines)) logs.push(...parseLine(line));
    parsedLines = lines.length;
    return logs;
  };
}

function parseLine(line: string): readonly LogLine[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value as LogLine] : [];
  } catch {
    return [];
  }
}

function exitOf(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
