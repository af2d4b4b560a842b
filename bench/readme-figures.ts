import { figureText, ratioText, targetText } from './figure-text';
import type { Machine, Result } from './result';

const BLOCK = /(<!-- figures of: npm run bench -- --readme -->\n)[\s\S]*?(\n<!-- end of figures -->)/;

/** Puts the figures between their markers. */
export function withFigures(page: string, results: readonly Result[], machine: Machine): string {
  if (!BLOCK.test(page)) throw new Error('the page has no markers for the figures');
  return page.replace(BLOCK, (_, head, tail) => `${head}\n${figures(results, machine)}\n${tail}`);
}

/** Every row in Markdown, and what it was measured on. */
function figures(results: readonly Result[], machine: Machine): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['measure', 'this', 'compared with', 'ratio', 'aim'];
  const { handlerNode, synthNode, processors, system } = machine;
  return [
    line(head),
    line(head.map(() => '---')),
    ...results.filter(({ measure }) => measure.isLong !== true).map((result) => line(cellsOf(result))),
    '',
    `Medians, taken by turns on ${processors}, ${system}; handlers on Node ${handlerNode}, synthesis on Node ${synthNode}.`,
    ...results.flatMap(picture),
  ].join('\n');
}

function picture(result: Result): string[] {
  const plot = result.kind === 'measured' ? result.figures.plot : undefined;
  return plot === undefined ? [] : ['', `![${plot.title}](docs/${plot.name}.svg)`];
}

function cellsOf(result: Result): string[] {
  const { what, peer, unit, target } = result.measure;
  if (result.kind === 'not measured') return [what, 'not measured', peer, '', targetText(target)];
  const { summary } = result;
  return [
    what,
    figureText(summary.product, unit),
    [
      `${peer}: ${figureText(summary.peer, unit)}`,
      ...summary.others.map(({ peer, median }) => `${peer}: ${figureText(median, unit)}`),
    ].join('; '),
    ratioText(summary.ratio),
    targetText(target),
  ];
}
