/** Where a command reads its width from and writes to. */
export interface Terminal {
  /** Width in characters. */
  readonly columns: number;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** A command of the command line: a file of its own, named in the table of `main.ts`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Runs with the arguments after the command's name and returns the exit code. */
  readonly run: (args: readonly string[], terminal: Terminal) => number;
}

/** Exit codes, the same for every command. */
export const EXIT = {
  OK: 0,
  /** What was looked at does not hold. */
  FAILED: 1,
  /** The command was called in a way that it does not understand. */
  USAGE: 2,
} as const;
