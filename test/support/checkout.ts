import { cpSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** What a clone of this repository does not hold. */
const NOT_CLONED = new Set(['.git', 'node_modules', 'lib', 'cdktf.out', 'coverage']);

/** Copies this repository, as it lies there, into a directory of another path; its packages are linked. */
export function checkout(directory: string): void {
  cpSync(ROOT, directory, { recursive: true, filter: (source) => !NOT_CLONED.has(basename(source)) });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction');
}
