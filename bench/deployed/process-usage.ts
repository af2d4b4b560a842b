import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Resident memory of a process, in megabytes of 10⁶ bytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  return ((await residentKibibytes(pid)) * 1024) / 1e6;
}

/** Open files, sockets included; `undefined` where the system does not tell. */
export async function openHandles(pid: number): Promise<number | undefined> {
  const directory = `/proc/${pid}/fd`;
  return existsSync(directory) ? (await readdir(directory)).length : undefined;
}

async function residentKibibytes(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/VmRSS:\s+(\d+)/.exec(await readFile(status, 'utf8'))?.[1]);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout);
}
