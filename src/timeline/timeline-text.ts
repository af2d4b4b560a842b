import { caseWords } from './case-words';
import { labelRows } from './label-rows';
import { marksOf } from './marks';
import type { RunCase } from './run-case';
import { shortSecondsText } from './seconds-text';
import { TextCanvas } from './text-canvas';
import { type TimeScale, timeScaleOf } from './time-scale';
import type { Timeline } from './timeline';
import { wrapWords } from './wrap-words';

/** The narrowest picture in columns: below it the marks have no room. */
export const MIN_COLUMNS = 60;

const INDENT = 2;
const LEGEND = '= at work   X crash   - lease left behind   ] its end   1-5 retries   : next run due';

/** Draws a timeline for a terminal: plain characters, no colour, no line longer than `columns`. */
export function timelineText(timeline: Timeline, columns: number): string {
  const width = Math.max(MIN_COLUMNS, columns) - INDENT;
  const marks = marksOf(timeline);
  const scale = timeScaleOf(
    timeline,
    marks.map(({ atSeconds }) => atSeconds),
  );
  const labels = marks.map(({ atSeconds, label }) => `${shortSecondsText(atSeconds)} ${label}`);
  const axisWidth = width - (labels.at(-1)?.length ?? 0);
  const plot: Plot = {
    width,
    axisWidth,
    scale,
    column: (seconds) => Math.round(scale.position(seconds) * axisWidth),
  };
  return [
    ...timeline.cases.flatMap((runCase) => caseLines(runCase, timeline, plot)),
    ...axisLines(
      marks.map(({ atSeconds }, index) => ({ at: plot.column(atSeconds), text: labels[index] ?? '' })),
      plot,
    ),
    '',
    ...wrapWords(LEGEND, (line) => line.length <= width),
  ]
    .map((line) => (line === '' ? '' : ' '.repeat(INDENT) + line))
    .join('\n');
}

interface Plot {
  readonly width: number;
  readonly axisWidth: number;
  readonly scale: TimeScale;
  readonly column: (seconds: number) => number;
}

function caseLines(runCase: RunCase, timeline: Timeline, plot: Plot): readonly string[] {
  const { heading, story } = caseWords(runCase, timeline);
  const fits = (line: string) => line.length <= plot.width;
  return [...wrapWords(heading, fits), ...wrapWords(story, fits), lane(runCase, timeline, plot), ''];
}

function lane({ attempts, crash, retries }: RunCase, { settings }: Timeline, plot: Plot): string {
  const { column } = plot;
  const canvas = new TextCanvas(plot.width, 1);
  if (settings.gapSeconds !== undefined) canvas.put(0, column(settings.gapSeconds), ':');
  if (crash !== undefined) {
    canvas.fill(0, column(crash.claimedAtSeconds), column(crash.leaseEndSeconds), '-');
    canvas.put(0, column(crash.leaseEndSeconds), ']');
  }
  for (const { fromSeconds, toSeconds } of attempts) {
    canvas.fill(0, column(fromSeconds), column(toSeconds), '=');
  }
  if (crash !== undefined) canvas.put(0, column(crash.atSeconds), 'X');
  for (const { number, atSeconds } of retries) putRetry(canvas, column(atSeconds), number);
  return canvas.lines()[0] ?? '';
}

/** Retries that share a cell move on to the next free one: their order stays, the story has the instants. */
function putRetry(canvas: TextCanvas, column: number, number: number): void {
  let free = column;
  while (/[X1-9]/.test(canvas.at(0, free))) free += 1;
  canvas.put(0, free, String(number));
}

function axisLines(
  labels: readonly { readonly at: number; readonly text: string }[],
  { width, axisWidth, scale }: Plot,
): readonly string[] {
  const rows = labelRows(
    labels.map(({ at, text }) => ({ at, width: text.length })),
    2,
  );
  const canvas = new TextCanvas(width, Math.max(...rows) + 2);
  canvas.fill(0, 0, axisWidth + 1, '-');
  for (const position of scale.breaks) canvas.put(0, Math.round(position * axisWidth), '//');
  const rowOf = (index: number) => (rows[index] ?? 0) + 1;
  for (const [index, { at }] of labels.entries()) {
    canvas.put(0, at, '+');
    for (let above = 1; above < rowOf(index); above += 1) canvas.put(above, at, '|');
  }
  // After all leaders: two marks may share a column, and the leader of one would cross the label of the other.
  for (const [index, { at, text }] of labels.entries()) canvas.put(rowOf(index), at, text);
  return canvas.lines();
}
