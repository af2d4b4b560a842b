import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a script of this directory in a process of its own, and reads the number that it prints. */
export async function runChild(file: string, ...args: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, file, ...args]);
  const figure = Number(stdout);
  if (stdout.trim() === '' || Number.isNaN(figure)) throw new Error(`${file} printed no number: ${stdout}`);
  return figure;
}
