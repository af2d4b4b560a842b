import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
const DIRECTORY = join(__dirname, '../node_modules/compiled');

/**
 * Compiles the package as it is published, beside the one in `lib`.
 *
 * @returns absolute path of its main module
 */
export async function compilePackage(): Promise<string> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '--project', 'tsconfig.build.json', '--outDir', DIRECTORY];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return join(DIRECTORY, 'src/index.js');
}
