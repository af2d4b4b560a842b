/**
 * Puts the regions of the examples into the README, so that its code is code that compiles and runs.
 *
 * npm run readme          writes
 * npm run readme:check    fails when the two differ
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const README = join(ROOT, 'README.md');
const BLOCK = /(<!-- from (\S+)#(\S+) -->\n```\w+\n)[\s\S]*?(```)/g;

function region(file: string, name: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const match = new RegExp(`// region ${name}\\n([\\s\\S]*?)\\n// endregion`).exec(text);
  if (match === null) throw new Error(`${file} has no region ${name}`);
  return match[1] ?? '';
}

const before = readFileSync(README, 'utf8');
const after = before.replace(BLOCK, (_, head, file, name, tail) => `${head}${region(file, name)}\n${tail}`);
if (!BLOCK.test(before)) throw new Error('README.md has no block from an example');
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('README.md differs from the examples: run npm run readme');
    process.exit(1);
  }
} else {
  writeFileSync(README, after);
}
