import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from '../../scripts/mutant-list';

describe('MUTANTS', () => {
  // `npm run mutants` shows that each is noticed; this keeps the list up to date with the code.
  test.each(MUTANTS)('still fits the code: $name', ({ file, text }) => {
    const source = readFileSync(join(__dirname, '../..', file), 'utf8');

    expect(source.split(text)).toHaveLength(2);
  });

  test('has a name for each', () => {
    const names = MUTANTS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
  });
});
