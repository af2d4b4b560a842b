import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unzip } from '../../test/support/unzip';

/** Leaves the files of a zip in a directory and nothing else, but for the packages that are installed in it. */
export async function unpack(zip: Uint8Array, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const leftOver = (await readdir(directory)).filter((name) => name !== 'node_modules');
  await Promise.all(leftOver.map((name) => rm(join(directory, name), { recursive: true })));
  unzip(zip, directory);
}
