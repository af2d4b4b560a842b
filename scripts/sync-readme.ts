/**
 * Puts the regions of the examples into the README and the docs, so that their code compiles and runs.
 *
 * npm run readme          writes
 * npm run readme:check    fails when they differ
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const PAGES = ['README.md', 'docs/test-your-own-job.md'];
const BLOCK = /(<!-- from (\S+)#(\S+) -->\n```\w+\n)[\s\S]*?(```)/g;

function region(file: string, name: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const match = new RegExp(`// region ${name}\\n([\\s\\S]*?)\\n// endregion`).exec(text);
  if (match === null) throw new Error(`${file} has no region ${name}`);
  return match[1] ?? '';
}

for (const page of PAGES) {
  const path = join(ROOT, page);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(BLOCK, (_, head, file, name, tail) => `${head}${region(file, name)}\n${tail}`);
  if (before.search(BLOCK) === -1) throw new Error(`${page} has no block from an example`);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, after);
  } else if (after !== before) {
    console.error(`${page} differs from the examples: run npm run readme`);
    process.exitCode = 1;
  }
}
