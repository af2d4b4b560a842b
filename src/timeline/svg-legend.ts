import { FONTS, textElement, textWidth } from './svg-font';
import type { Drawn, Plot } from './svg-plot';
import { crashCross, guideLine, retryDot, timeBar } from './svg-shapes';

interface LegendEntry {
  readonly text: string;
  /** Draws into a swatch, from its left end and around its middle line. */
  readonly draw: (x: number, middleY: number) => string;
}

const SWATCH = 22;
const MIDDLE = SWATCH / 2;
const ROW_HEIGHT = 22;
const SPACE_AFTER_SWATCH = 6;
const SPACE_BETWEEN = 18;

const ENTRIES: readonly LegendEntry[] = [
  { text: 'attempt at work', draw: (x, y) => timeBar('work', x, x + SWATCH, y) },
  { text: 'crash', draw: (x, y) => crashCross(x + MIDDLE, y) },
  { text: 'lease of the dead attempt', draw: (x, y) => timeBar('lease', x, x + SWATCH, y) },
  { text: 'retry, refused: 409', draw: (x, y) => retryDot('refused', x + MIDDLE, y) },
  { text: 'retry, runs', draw: (x, y) => retryDot('runs', x + MIDDLE, y) },
  { text: 'retry not to count on', draw: (x, y) => retryDot('too-late', x + MIDDLE, y) },
  { text: 'next scheduled time', draw: (x, y) => guideLine('next', x + MIDDLE, y - 8, y + 8) },
];

/** What the shapes mean, in as many rows as it takes. */
export function drawLegend({ left, width }: Plot, top: number): Drawn {
  const elements: string[] = [];
  let x = left;
  let middleY = top + ROW_HEIGHT / 2;
  for (const { text, draw } of ENTRIES) {
    const entryWidth = SWATCH + SPACE_AFTER_SWATCH + textWidth(text, 'mark') + SPACE_BETWEEN;
    if (x > left && x + entryWidth > left + width) {
      x = left;
      middleY += ROW_HEIGHT;
    }
    const y = middleY + FONTS.mark.size / 3;
    elements.push(
      draw(x, middleY),
      textElement({ x: x + SWATCH + SPACE_AFTER_SWATCH, y, font: 'mark' }, text),
    );
    x += entryWidth;
  }
  return { elements, height: middleY + ROW_HEIGHT / 2 - top };
}
