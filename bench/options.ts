import { parseArgs } from 'node:util';
import type { Scale } from './bench';

/** What the command was asked to do. */
export interface Options {
  readonly scale: Scale;
  /** Names of rows; empty for all but those that take long. */
  readonly rows: readonly string[];
  /** Rows that take long, too. */
  readonly soak: boolean;
  /** Write the table into the README, and the plots into the docs. */
  readonly readme: boolean;
  /** Where the figures are written. */
  readonly json: string | undefined;
  readonly help: boolean;
}

/** How the command is called. */
export const USAGE = `npm run bench -- [--quick | --smoke] [--row NAME]... [--soak] [--readme] [--json FILE]

  --quick      fewer rounds: every row in less than five minutes
  --smoke      as few as there can be, to see that every row runs; its figures say nothing
  --row NAME   only this row; may be repeated
  --soak       also what takes long: 100,000 runs in one process
  --readme     writes the table into README.md, and the plots into docs
  --json FILE  where the figures go; else bench/results/SCALE.json, with the plots beside it`;

/**
 * Reads the command's arguments.
 *
 * @throws Error for an option or a row that is not known
 */
export function parseOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      row: { type: 'string', multiple: true, default: [] },
      soak: { type: 'boolean', default: false },
      readme: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = values.row.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--row must be one of ${names.join(', ')}, got ${unknown}`);
  if (values.quick && values.smoke) throw new Error('--quick and --smoke must not be given together');
  if (values.readme && (values.smoke || values.row.length > 0)) {
    throw new Error('--readme must be given without --row and --smoke: it writes every row');
  }
  const scale = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full';
  const { row: rows, soak, readme, json, help } = values;
  return { scale, rows, soak, readme, json, help };
}
