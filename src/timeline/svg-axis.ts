import { labelRows } from './label-rows';
import { element } from './svg-element';
import { FONTS, textElement, textWidth } from './svg-font';
import type { Drawn, Plot } from './svg-plot';

/** A mark of the axis with its text. */
export interface AxisLabel {
  readonly atSeconds: number;
  readonly text: string;
}

const ROW_HEIGHT = 18;
const LABEL_GAP = 8;
const LABEL_INDENT = 4;

/** The width that a mark's label takes to the right of its mark. */
export function axisLabelWidth(text: string): number {
  return textWidth(text, 'mark') + LABEL_INDENT;
}

/** The axis with its breaks, and the labels of its marks below in rows. */
export function drawAxis(
  labels: readonly AxisLabel[],
  breaks: readonly number[],
  plot: Plot,
  top: number,
): Drawn {
  const { left, axisWidth, x } = plot;
  const rows = labelRows(
    labels.map(({ atSeconds, text }) => ({ at: x(atSeconds), width: axisLabelWidth(text) })),
    LABEL_GAP,
  );
  const elements = labels.flatMap(({ atSeconds, text }, index) => {
    const at = x(atSeconds);
    const baseline = top + 6 + (rows[index] ?? 0) * ROW_HEIGHT + FONTS.mark.size;
    return [
      element('line', { class: 'leader', x1: at, y1: top, x2: at, y2: baseline }),
      textElement({ x: at + LABEL_INDENT, y: baseline, font: 'mark' }, text),
    ];
  });
  return {
    elements: [
      element('line', { class: 'axis', x1: left, y1: top, x2: left + axisWidth, y2: top }),
      ...breaks.map((position) => axisBreak(left + position * axisWidth, top)),
      ...elements,
    ],
    height: 6 + (Math.max(...rows) + 1) * ROW_HEIGHT,
  };
}

function axisBreak(x: number, y: number): string {
  return element('path', { class: 'break', d: `M${Math.round(x) - 6} ${y + 5}l5 -10h6l-5 10z` });
}
