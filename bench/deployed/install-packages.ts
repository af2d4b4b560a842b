import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const LOCK = 'package-lock.json';

/** Installs into a directory what its lock file names, unless it is there already. */
export async function installPackages(directory: string): Promise<void> {
  const wanted = join(directory, LOCK);
  const installed = join(directory, 'node_modules', LOCK);
  if (existsSync(installed) && (await readFile(installed, 'utf8')) === (await readFile(wanted, 'utf8')))
    return;
  await rm(join(directory, 'node_modules'), { recursive: true, force: true });
  await promisify(execFile)('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: directory,
    shell: process.platform === 'win32',
  });
  await copyFile(wanted, installed);
}
