import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Less than what tests that run commands are given, so that no process outlives them. */
const TIMEOUT_MS = 50_000;

/** Where and with what a command runs. */
export interface CommandOptions {
  readonly cwd: string;
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a command left when it ended. */
export interface CommandResult {
  /** `null` when it was killed, which it is after 50 seconds. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Standard output and standard error, one after the other. */
  readonly output: string;
}

/** Runs a command to its end and returns what it left, whatever its exit code. */
export async function tryCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: npx and npm start others, which would outlive them.
    detached: true,
  });
  const timer = setTimeout(() => killGroup(child), TIMEOUT_MS);
  try {
    const [stdout, stderr, exitCode] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      }),
    ]);
    return { exitCode, stdout, output: stdout + stderr };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a command to its end and returns its standard output.
 *
 * @throws Error with all its output unless it ends with code 0
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<string> {
  const { exitCode, stdout, output } = await tryCommand(command, args, options);
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${exitCode}:\n${output}`);
  return stdout;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
