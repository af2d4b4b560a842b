import { element, escapeXml } from '../../src/timeline/svg-element';
import { niceTicks } from './nice-ticks';

/** Points that a line connects. */
export interface Series {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A picture of lines over a common axis; both axes start at zero. */
export interface Plot {
  /** Name of its file, without extension. */
  readonly name: string;
  readonly title: string;
  /** What the axes count, with the unit. */
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
}

const WIDTH = 640;
const HEIGHT = 360;
const AREA = { left: 64, right: 616, top: 76, bottom: 308 };
const COLOURS = ['#0969da', '#9a6700', '#1a7f37'];

const STYLE = [
  'text{font:12px system-ui,-apple-system,"Segoe UI",Arial,sans-serif;fill:#59636e}',
  '.title{font-size:16px;font-weight:600;fill:#1f2328}',
  '.ground{fill:#fff}',
  '.grid{stroke:#d1d9e0}',
  '.line{fill:none;stroke-width:2}',
  '@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.ground{fill:#0d1117}.grid{stroke:#3d444d}}',
].join('');

/** Draws a plot as SVG. */
export function linePlot({ title, xLabel, yLabel, series }: Plot): string {
  const points = series.flatMap((line) => line.points);
  const xTicks = niceTicks(Math.max(...points.map(({ x }) => x)));
  const yTicks = niceTicks(Math.max(...points.map(({ y }) => y)));
  const x = scale(xTicks.at(-1) ?? 1, AREA.left, AREA.right);
  const y = scale(yTicks.at(-1) ?? 1, AREA.bottom, AREA.top);
  const content = [
    element('title', {}, escapeXml(title)),
    element('style', {}, STYLE),
    element('rect', { class: 'ground', width: WIDTH, height: HEIGHT }),
    text(title, { class: 'title', x: 16, y: 28 }),
    ...legend(series),
    ...yTicks.flatMap((value) => [
      element('line', { class: 'grid', x1: AREA.left, x2: AREA.right, y1: y(value), y2: y(value) }),
      text(tickText(value), { x: AREA.left - 8, y: y(value) + 4, 'text-anchor': 'end' }),
    ]),
    ...xTicks.map((value) =>
      text(tickText(value), { x: x(value), y: AREA.bottom + 20, 'text-anchor': 'middle' }),
    ),
    text(xLabel, { x: (AREA.left + AREA.right) / 2, y: AREA.bottom + 40, 'text-anchor': 'middle' }),
    text(yLabel, { x: 16, y: AREA.top - 12 }),
    ...series.map((line, index) =>
      element('polyline', {
        class: 'line',
        stroke: colourOf(index),
        points: line.points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(' '),
      }),
    ),
  ];
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' };
  return `${element('svg', attributes, `\n${content.join('\n')}\n`)}\n`;
}

/** One entry after the other, at the right of the axis's label. */
function legend(series: readonly Series[]): string[] {
  const step = 190;
  const left = AREA.right - step * series.length;
  return series.flatMap(({ label }, index) => {
    const at = left + index * step;
    const y = AREA.top - 16;
    const line = { class: 'line', stroke: colourOf(index), x1: at, x2: at + 20, y1: y, y2: y };
    return [element('line', line), text(label, { x: at + 26, y: y + 4 })];
  });
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '#000';
}

function scale(most: number, from: number, to: number): (value: number) => number {
  return (value) => from + (value / most) * (to - from);
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): string {
  return element('text', attributes, escapeXml(content));
}

function tickText(value: number): string {
  return value.toLocaleString('en-US');
}
