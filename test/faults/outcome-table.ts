/** What became of the runs under each fault, printed when a test file has ended. */
export class OutcomeTable {
  private readonly rows: (readonly string[])[] = [];

  constructor(private readonly columns: readonly string[]) {}

  add(...cells: readonly (string | number)[]): void {
    this.rows.push(cells.map(String));
  }

  /** The table as text, a line for each fault. */
  toString(): string {
    const all = [this.columns, ...this.rows];
    const widths = this.columns.map((_, index) => Math.max(...all.map((row) => (row[index] ?? '').length)));
    return all
      .map((row) =>
        row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  }

  print(): void {
    process.stdout.write(`\n${this}\n`);
  }
}
