import { parseArgs } from 'node:util';
import { UsageError } from '../scripts/command-line';
import type { Scale } from './bench';

/** What the command was asked to do. */
export interface Options {
  readonly scale: Scale;
  /** Names of rows; empty for all but those that take long. */
  readonly rows: readonly string[];
  /** Rows that take long, too; always with `readme`, which shows a picture of theirs. */
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
  --readme     writes the table into README.md, and the plots into docs; with --soak, and in full
  --json FILE  where the figures go; else bench/results/SCALE.json, with the plots beside it`;

/**
 * Reads the command's arguments.
 *
 * @throws UsageError for an option or a row that is not known, or for options that do not go together
 */
export function parseOptions(args: readonly string[], names: readonly string[]): Options {
  const { quick, smoke, row: rows, soak, readme, json, help } = parsed(args);
  const unknown = rows.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`--row must be one of ${names.join(', ')}, got ${unknown}`);
  if (quick && smoke) throw new UsageError('--quick and --smoke must not be given together');
  if (readme && (quick || smoke || rows.length > 0)) {
    throw new UsageError(
      '--readme must be given without --quick, --smoke and --row: it writes every row, in full',
    );
  }
  const scale = smoke ? 'smoke' : quick ? 'quick' : 'full';
  return { scale, rows, soak: soak || readme, readme, json, help };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
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
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
