/** A label that begins at the mark it belongs to, in any unit of length. */
export interface MarkLabel {
  readonly at: number;
  readonly width: number;
}

/**
 * The row of each label, 0 nearest to the axis, so that no two touch and no leader crosses a label.
 *
 * Labels stand to the right of their marks. Each goes below those whose marks lie above its text, since
 * their leaders then end before its row.
 */
export function labelRows(labels: readonly MarkLabel[], gap: number): readonly number[] {
  const rows = new Array<number>(labels.length).fill(0);
  const fromTheRight = [...labels.entries()].sort(([, one], [, other]) => other.at - one.at);
  for (const [position, [index, label]] of fromTheRight.entries()) {
    const end = label.at + label.width + gap;
    const above = fromTheRight.slice(0, position).filter(([, other]) => other.at < end);
    rows[index] = Math.max(-1, ...above.map(([other]) => rows[other] ?? 0)) + 1;
  }
  return rows;
}
