import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Everything that a module loads, packages by name, but for types. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(ROOT, `${file}.ts`), 'utf8');
  for (const [, specifier = ''] of text.matchAll(/^import (?!type\b)[^;]*? from '([^']+)'/gm)) {
    if (specifier.startsWith('.')) loadedBy(relative(ROOT, resolve(ROOT, dirname(file), specifier)), seen);
    else seen.add(specifier);
  }
  return seen;
}

describe('the command line', () => {
  test('starts without cdktf, the provider and esbuild: loading them takes longer than the answer', () => {
    const packages = [...loadedBy('src/cli/main')].filter((name) => !name.startsWith('src/'));

    expect(packages.filter((name) => !name.startsWith('node:')).sort()).toEqual(['acorn', 'fflate']);
  });

  test('is what package.json names', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

    expect(bin).toEqual({ 'deduped-scheduler': 'lib/src/cli/main.js' });
    expect(readFileSync(join(ROOT, 'src/cli/main.ts'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
