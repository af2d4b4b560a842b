import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEASURES } from '../../bench/catalogue';
import { withFigures } from '../../bench/readme-figures';
import { measured, UNMEASURED } from './results';

const MACHINE = {
  handlerNode: '24.1.0',
  synthNode: '20.20.2',
  processors: '2 × Processor',
  system: 'Linux 6.1',
};
const PAGE = [
  'before',
  '<!-- figures of: npm run bench -- --readme -->',
  'older figures',
  '<!-- end of figures -->',
  'after',
].join('\n');

describe('withFigures', () => {
  test('puts the table between the markers and leaves the rest of the page', () => {
    expect(withFigures(PAGE, [measured([2], [10]), UNMEASURED], MACHINE).split('\n')).toEqual([
      'before',
      '<!-- figures of: npm run bench -- --readme -->',
      '',
      '| measure | this | compared with | ratio | aim |',
      '| --- | --- | --- | --- | --- |',
      "| a run, one at a time | 2 ms | guide's pattern: 10 ms; the same in Python: 40 ms | 0.20 × | ≤ 0.5 × |",
      "| a herd | not measured | guide's pattern |  | ≥ 2 × |",
      '',
      'Medians, taken by turns on 2 × Processor, Linux 6.1; handlers on Node 24.1.0, synthesis on Node 20.20.2.',
      '',
      '<!-- end of figures -->',
      'after',
    ]);
  });

  test('shows the pictures of the rows that have one', () => {
    const plot = { name: 'growth', title: 'Growth', xLabel: 'jobs', yLabel: 'ms', series: [] };
    const row = measured([2], [10]);
    const drawn = row.kind === 'measured' ? { ...row, figures: { ...row.figures, plot } } : row;

    expect(withFigures(PAGE, [drawn, UNMEASURED], MACHINE)).toContain('\n\n![Growth](docs/growth.svg)\n');
  });

  test('shows the picture of a row that takes long, and leaves out the row', () => {
    const plot = { name: 'soak', title: 'Soak', xLabel: 'runs', yLabel: 'MB', series: [] };
    const row = measured([2], [10], { what: 'a soak', isLong: true });
    const drawn = row.kind === 'measured' ? { ...row, figures: { ...row.figures, plot } } : row;
    const page = withFigures(PAGE, [drawn], MACHINE);

    expect(page).toContain('\n\n![Soak](docs/soak.svg)\n');
    expect(page).not.toContain('a soak');
  });

  test('refuses a page without markers', () => {
    expect(() => withFigures('before', [], MACHINE)).toThrow('the page has no markers for the figures');
  });
});

test('the README has a row for every measure', () => {
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
  const rows = MEASURES.filter(({ isLong }) => isLong !== true).map(({ what }) => what);

  expect(rows.filter((what) => !readme.includes(`| ${what} |`))).toEqual([]);
});
