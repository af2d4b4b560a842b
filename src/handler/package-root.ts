import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The directory of this package: of the repository, or of the installed package, whose code is in `lib`.
 */
export function packageRoot(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error(`assumption failed: no package.json above ${__dirname}`);
    directory = parent;
  }
  return directory;
}

/**
 * A module of the handler, by path: TypeScript in the repository, JavaScript in the compiled package.
 *
 * The infrastructure half bundles the handler and never imports it.
 *
 * @param name without extension, such as `main`
 */
export function handlerModule(name: string): string {
  const base = join(__dirname, '../../lambda-handler', name);
  const file = ['.ts', '.js'].map((extension) => base + extension).find(existsSync);
  if (file === undefined) throw new Error(`assumption failed: no module ${base}`);
  return file;
}
