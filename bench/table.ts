import { figureText, ratioText, targetText } from './figure-text';
import type { Result } from './result';
import { meets } from './statistics';

const HEADINGS = ['', 'this', 'compared with', '', 'ratio', 'spread', 'target', ''];

/** The table that ends a benchmark on a terminal. */
export function table(results: readonly Result[]): string {
  const rows = [HEADINGS, ...results.flatMap(rowsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = HEADINGS, ...body] = rows;
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}

function rowsOf(result: Result): string[][] {
  const { what, peer, unit, target } = result.measure;
  if (result.kind === 'not measured') {
    return [[what, '', peer, '', '', '', targetText(target), `not measured: ${result.reason}`]];
  }
  const { product, peer: other, ratio, spread, others } = result.summary;
  const row = [
    what,
    figureText(product, unit),
    peer,
    figureText(other, unit),
    ratioText(ratio),
    `${ratioText(spread.from)} to ${ratioText(spread.to)}`,
    targetText(target),
    meets(ratio, target) ? '' : 'missed',
  ];
  const further = others.map(({ peer, median }) => [
    '',
    '',
    peer,
    figureText(median, unit),
    ratioText(product / median),
    '',
    '',
    '',
  ]);
  return [row, ...further];
}
