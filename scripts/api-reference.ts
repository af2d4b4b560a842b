/**
 * Writes the API reference from the docstrings of what is exported.
 *
 * npm run api          writes
 * npm run api:check    fails when API.md differs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printApi } from './api/print-api';
import { readApi } from './api/read-api';

const FILE = join(__dirname, '../API.md');

const after = printApi(readApi());
if (process.argv.includes('--check')) {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  if (after !== before) {
    console.error('API.md differs from the docstrings: run npm run api');
    process.exit(1);
  }
} else {
  writeFileSync(FILE, after);
}
