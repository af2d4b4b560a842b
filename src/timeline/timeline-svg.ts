import { marksOf } from './marks';
import { shortSecondsText } from './seconds-text';
import { axisLabelWidth, drawAxis } from './svg-axis';
import { element, escapeXml } from './svg-element';
import { paragraph } from './svg-font';
import { drawLane } from './svg-lane';
import { drawLegend } from './svg-legend';
import type { Plot } from './svg-plot';
import { SVG_STYLE } from './svg-style';
import { timeScaleOf } from './time-scale';
import type { Timeline } from './timeline';

const WIDTH = 960;
const MARGIN = 24;
const SPACE = 14;

/** What stands above a picture. */
export interface PictureTitle {
  readonly title: string;
  readonly subtitle: string;
}

/** Draws a timeline as a self-contained SVG file in the reader's light or dark colours. */
export function timelineSvg(timeline: Timeline, { title, subtitle }: PictureTitle): string {
  const marks = marksOf(timeline);
  const labels = marks.map(({ atSeconds, label }) => ({
    atSeconds,
    text: `${shortSecondsText(atSeconds)} ${label}`,
  }));
  const { position, breaks } = timeScaleOf(
    timeline,
    marks.map(({ atSeconds }) => atSeconds),
  );
  const width = WIDTH - 2 * MARGIN;
  const axisWidth = width - axisLabelWidth(labels.at(-1)?.text ?? '');
  const plot: Plot = {
    left: MARGIN,
    width,
    axisWidth,
    x: (seconds) => MARGIN + position(seconds) * axisWidth,
  };

  let y = MARGIN;
  const elements: string[] = [];
  const add = (drawn: { readonly elements: readonly string[]; readonly height: number }, space = 0) => {
    elements.push(...drawn.elements);
    y += drawn.height + space;
  };
  add(paragraph({ x: MARGIN, y, font: 'title', width }, title));
  add(paragraph({ x: MARGIN, y, font: 'story', width }, subtitle), SPACE);
  for (const runCase of timeline.cases) add(drawLane(runCase, timeline, marks, plot, y));
  add(drawAxis(labels, breaks, plot, y), SPACE);
  add(drawLegend(plot, y));

  const height = Math.ceil(y + MARGIN);
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height,
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
    },
    [
      `\n${element('title', {}, escapeXml(`${title}: ${subtitle}`))}`,
      element('style', {}, SVG_STYLE),
      element('rect', { class: 'ground', width: WIDTH, height }),
      ...elements,
      '',
    ].join('\n'),
  )}\n`;
}
