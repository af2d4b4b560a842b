import { caseWords } from './case-words';
import type { Mark } from './marks';
import type { RunCase } from './run-case';
import { FONTS, paragraph, textElement, textWidth } from './svg-font';
import type { Drawn, Plot } from './svg-plot';
import { crashCross, guideLine, retryDot, timeBar } from './svg-shapes';
import type { Timeline } from './timeline';

/** Middle lines of bars and retries below the top of the strip: apart, so that a crash hides no retry. */
const BARS_MIDDLE = 9;
const RETRIES_MIDDLE = 24;
const STRIP_HEIGHT = 29;
const SPACE_BELOW = 14;
const SPACE_ABOVE_STRIP = 4;
const INSTANT_HEIGHT = 16;

/** One case: heading, story, the strip, and below it the instants of the retries. */
export function drawLane(
  runCase: RunCase,
  timeline: Timeline,
  marks: readonly Mark[],
  plot: Plot,
  top: number,
): Drawn {
  const { heading, story, isLost } = caseWords(runCase, timeline);
  const { left, width } = plot;
  const title = paragraph({ x: left, y: top, font: isLost ? 'heading lost' : 'heading', width }, heading);
  const text = paragraph({ x: left, y: top + title.height, font: 'story', width }, story);
  const stripTop = top + title.height + text.height + SPACE_ABOVE_STRIP;
  return {
    elements: [
      ...title.elements,
      ...text.elements,
      ...strip(runCase, timeline, marks, plot, stripTop),
      ...instants(runCase, plot, stripTop + STRIP_HEIGHT),
    ],
    height: stripTop - top + STRIP_HEIGHT + INSTANT_HEIGHT + SPACE_BELOW,
  };
}

function strip(
  { attempts, crash, retries }: RunCase,
  { settings }: Timeline,
  marks: readonly Mark[],
  { x }: Plot,
  top: number,
): readonly string[] {
  const bars = top + BARS_MIDDLE;
  const lines = marks.map(({ atSeconds }) =>
    guideLine(atSeconds === settings.gapSeconds ? 'next' : 'guide', x(atSeconds), top, top + STRIP_HEIGHT),
  );
  return [
    ...(crash === undefined
      ? []
      : [timeBar('lease', x(crash.claimedAtSeconds), x(crash.leaseEndSeconds), bars)]),
    ...attempts.map(({ fromSeconds, toSeconds }) => timeBar('work', x(fromSeconds), x(toSeconds), bars)),
    ...lines,
    ...retries.map(({ atSeconds, finds }) => retryDot(finds, x(atSeconds), top + RETRIES_MIDDLE)),
    ...(crash === undefined ? [] : [crashCross(x(crash.atSeconds), bars)]),
  ];
}

/** The instants that find room: first that of the retry that runs, then from the last one back. */
function instants({ retries }: RunCase, { x }: Plot, top: number): readonly string[] {
  const placed: { readonly from: number; readonly to: number; readonly element: string }[] = [];
  for (const { atSeconds } of [...retries].reverse()) {
    const text = String(atSeconds);
    const half = textWidth(text, 'instant') / 2 + 2;
    const from = x(atSeconds) - half;
    const to = x(atSeconds) + half;
    if (placed.some((other) => from < other.to && other.from < to)) continue;
    const y = top + FONTS.instant.size;
    placed.push({
      from,
      to,
      element: textElement({ x: x(atSeconds), y, font: 'instant', anchor: 'middle' }, text),
    });
  }
  return placed.map(({ element }) => element);
}
