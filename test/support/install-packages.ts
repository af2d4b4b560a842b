import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs what a directory locks into its `node_modules`, without install scripts.
 *
 * Test files run side by side: each installs on its own, and the first to be done puts its result in place.
 *
 * @param isWanted what is put in place, by its name in `node_modules`
 */
export async function installPackages(
  home: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  const installed = join(home, 'node_modules');
  await mkdir(installed, { recursive: true });
  const workplace = await mkdtemp(join(installed, '.install-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) {
      await copyFile(join(home, file), join(workplace, file));
    }
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: workplace,
      shell: process.platform === 'win32',
    });
    const packages = join(workplace, 'node_modules');
    for (const name of (await readdir(packages)).filter(isWanted)) {
      await place(join(packages, name), join(installed, name));
    }
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function place(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
