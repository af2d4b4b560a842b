import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALLED = join(__dirname, 'node_modules', 'installed');
const LOCK_FILE = 'package-lock.json';

/** Installs CDK Terrain under the name of cdktf, from the lock file beside this one, where it is not yet. */
export async function installCdkTerrain(): Promise<void> {
  if (await isInstalled()) return;
  await mkdir(join(__dirname, 'node_modules'), { recursive: true });
  const workplace = await mkdtemp(join(__dirname, 'node_modules', '.install-'));
  for (const file of ['package.json', LOCK_FILE])
    await copyFile(join(__dirname, file), join(workplace, file));
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: workplace,
    shell: process.platform === 'win32',
  });
  await rm(INSTALLED, { recursive: true, force: true });
  await rename(workplace, INSTALLED);
}

async function isInstalled(): Promise<boolean> {
  const lockOf = (directory: string) => readFile(join(directory, LOCK_FILE), 'utf8');
  return existsSync(INSTALLED) && (await lockOf(INSTALLED)) === (await lockOf(__dirname));
}
