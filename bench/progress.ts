/** Tells on standard error what is being measured. */
export interface Progress {
  /** A line that stays. */
  line(text: string): void;
  /** Where a measure is; shown on a terminal only, on a line that the next one replaces. */
  live(text: string): void;
}

/** What a progress display writes to. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\u001b[K';

/** Shows progress on a terminal, or as plain lines elsewhere. */
export function showProgress(terminal: Terminal): Progress {
  const clear = terminal.isTTY === true ? CLEAR_LINE : '';
  return {
    line: (text) => void terminal.write(`${clear}${text}\n`),
    live: (text) => {
      if (terminal.isTTY === true) terminal.write(`${CLEAR_LINE}  ${text}`);
    },
  };
}
