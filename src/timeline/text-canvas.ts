/** A grid of characters that is drawn on and then printed. */
export class TextCanvas {
  private readonly rows: string[][];

  constructor(
    private readonly width: number,
    height: number,
  ) {
    this.rows = Array.from({ length: height }, () => new Array<string>(width).fill(' '));
  }

  /** Writes a text from a cell on; what would lie outside is left out. */
  put(row: number, column: number, text: string): void {
    const cells = this.rows[row];
    if (cells === undefined) return;
    for (const [index, character] of [...text].entries()) {
      if (column + index < this.width) cells[column + index] = character;
    }
  }

  /** Fills cells from one column to another, without the second. */
  fill(row: number, from: number, to: number, character: string): void {
    this.put(row, from, character.repeat(Math.max(0, to - from)));
  }

  /** What stands in a cell. */
  at(row: number, column: number): string {
    return this.rows[row]?.[column] ?? ' ';
  }

  /** The rows, without spaces at their ends. */
  lines(): readonly string[] {
    return this.rows.map((cells) => cells.join('').trimEnd());
  }
}
