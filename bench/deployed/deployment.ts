/** What a handler is started by: functions-framework, or nothing but itself. */
export type Host = 'functions-framework' | 'plain';

/** A handler on disk as a deploy would leave it: its code, and its packages beside it. */
export interface Deployment {
  /** Who it is, as it is printed. */
  readonly label: string;
  /** Absolute path; everything in it is deployed. */
  readonly directory: string;
  /** The command that starts it. */
  command(host: Host): Promise<readonly [command: string, ...args: string[]]>;
  /** Its environment for a store at `HOST:PORT`. */
  environment(firestoreHost: string): Readonly<Record<string, string>>;
}
