import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authLibraryFile } from '../../src/handler/auth-library-file';
import { AUTH_LIBRARY } from '../../src/handler/esbuild-options';
import { packageRoot } from '../../src/handler/package-root';

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The names of a package and of all that it depends on, by the lock file. */
function dependenciesOf(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const versions = Object.entries(LOCKED).filter(([path]) => path.endsWith(`node_modules/${name}`));
  const names = versions.flatMap(([, { dependencies = {} }]) => Object.keys(dependencies));
  for (const dependency of names) dependenciesOf(dependency, found);
  return found;
}

const LOCKED: Readonly<Record<string, Locked>> = JSON.parse(
  readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8'),
).packages;

describe('authLibraryFile', () => {
  test('holds nothing but the library and what it depends on, whatever else is installed', () => {
    const { code, inputs } = authLibraryFile();

    const names = inputs.map((file) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]);
    const depended = dependenciesOf(AUTH_LIBRARY);
    expect(names).toContain('gaxios');
    expect(names.filter((name) => !depended.has(name?.replace('\\', '/') ?? ''))).toEqual([]);
    // `debug` takes the colors that the tests of this very package bring along, where it finds them.
    expect(Buffer.from(code).toString()).toContain('require("supports-color")');
  });
});
