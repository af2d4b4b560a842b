import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotBeMeasured } from '../measure';

const LOCK = 'package-lock.json';

/**
 * Installs into a directory what its lock file names, unless it is there already.
 *
 * @throws CannotBeMeasured where npm cannot
 */
export async function installPackages(directory: string): Promise<void> {
  const wanted = join(directory, LOCK);
  const installed = join(directory, 'node_modules', LOCK);
  if (existsSync(installed) && (await readFile(installed, 'utf8')) === (await readFile(wanted, 'utf8')))
    return;
  await rm(join(directory, 'node_modules'), { recursive: true, force: true });
  const args = ['ci', '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    await promisify(execFile)('npm', args, { cwd: directory, shell: process.platform === 'win32' });
  } catch (error) {
    const [why] = String((error as { stderr?: string }).stderr ?? error).split('\n', 1);
    throw new CannotBeMeasured(`its packages cannot be installed: ${why}`);
  }
  await copyFile(wanted, installed);
}
