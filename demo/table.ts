/** One delivery as the table shows it. */
export interface Row {
  readonly scenario: string;
  readonly delivery: string;
  readonly answer: string;
  readonly executions: string;
  readonly verdict: string;
}

const HEADINGS: Row = {
  scenario: 'run',
  delivery: 'delivery',
  answer: 'answer',
  executions: 'executions so far',
  verdict: '',
};
const COLUMNS = ['scenario', 'delivery', 'answer', 'executions', 'verdict'] as const;

/** Lays rows out in columns; the name of a scenario stands once. */
export function table(rows: readonly Row[]): string {
  const shown = rows.map((row, index) => ({
    ...row,
    scenario: row.scenario === rows[index - 1]?.scenario ? '' : row.scenario,
  }));
  const all = [HEADINGS, ...shown];
  const widths = COLUMNS.map((column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row: Row) =>
    COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  ');
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(HEADINGS), rule, ...shown.map(line)].map((text) => text.trimEnd()).join('\n');
}
