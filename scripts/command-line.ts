import { type ParseArgsConfig, parseArgs } from 'node:util';

/** What was typed cannot be carried out; the message says why in one line. */
export class UsageError extends Error {}

/** A command of this repository. */
export interface ScriptCommand<Options> {
  /** What `--help` prints. */
  readonly usage: string;
  /** The flags, but for `--help`. */
  readonly flags: NonNullable<ParseArgsConfig['options']>;
  /** @throws UsageError */
  read(values: FlagValues): Options;
  /** Resolves with the exit code. */
  run(options: Options): Promise<number>;
}

/** What was given for each flag. */
export type FlagValues = Readonly<Record<string, unknown>>;

/** Where a command prints to. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

const USAGE_EXIT = 2;

/** Runs a command; resolves with its exit code, which is 2 where it was called in a wrong way. */
export async function runScript<Options>(
  command: ScriptCommand<Options>,
  args: readonly string[],
  terminal: Terminal = STANDARD,
): Promise<number> {
  let options: Options;
  try {
    const values = parsed(command, args);
    if (values['help'] === true) {
      terminal.out(command.usage);
      return 0;
    }
    options = command.read(values);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.error(`${error.message}; --help tells more`);
    return USAGE_EXIT;
  }
  return command.run(options);
}

const STANDARD: Terminal = { out: (text) => console.log(text), error: (text) => console.error(text) };

function parsed<Options>({ flags }: ScriptCommand<Options>, args: readonly string[]): FlagValues {
  try {
    const options = { ...flags, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // The first sentence says it; the others are about commands that take more than flags.
    const [problem] = (error as Error).message.split('. ');
    throw new UsageError(problem);
  }
}

/** A whole number within a range, in decimal digits. */
export function wholeFlag(name: string, given: unknown, { from, to }: { from: number; to: number }): number {
  const value = /^\d{1,15}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new UsageError(`--${name} must be a whole number from ${from} to ${to}, got '${given}'`);
}
