import type { CompleteWith } from './completion';
import type { Fence } from './fence';

/** Writes one structured line to Cloud Logging, labelled with the run. */
export interface RunLog {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warning(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** What job logic is told of the attempt that it carries out. */
export interface JobRun {
  /** Identifies the run over all its attempts: 64 lower-case hex digits. */
  readonly runId: string;
  /** 1 for the first attempt, one more for each that follows: the fencing number to send downstream. */
  readonly attempt: number;
  /**
   * When the run's first attempt began, the same in every attempt that follows; by the clock of its instance, which
   * may be seconds off another machine's. A run without a scheduled time has just begun.
   */
  readonly startedAt: Date;
  /** The scheduled time; `undefined` only in a job that runs undeduplicated without one. */
  readonly scheduledTime: Date | undefined;
  /** The short job name, as Cloud Scheduler sends it. */
  readonly jobName: string;
  /** A person started this run before its scheduled time (`gcloud scheduler jobs run`). */
  readonly forced: boolean;
  /**
   * A token for one step of the run, the same in every attempt: `t` and 40 hex digits. Send it as
   * `Idempotency-Key`, so that a step that an earlier attempt finished is not done twice.
   */
  token(step: string): string;
  /**
   * Calls the runtime's `fetch` with `token(step)` as `Idempotency-Key`; stops when `signal` or a signal of yours fires.
   *
   * Takes whatever `fetch` takes, a `Request` too. One step is one request: two requests need two steps. An
   * `Idempotency-Key` of your own is a `TypeError`, since two keys contradict each other.
   *
   * As every `fetch` of Node, it gives up after 300 s without an answer, and after 300 s between two parts of one,
   * whatever `deadline` is. What takes longer is called through `node:https`, with `token(step)` as `Idempotency-Key`.
   *
   * @see https://github.com/nodejs/undici/blob/main/docs/docs/api/Client.md
   *
   * @example
   * const answer = await run.fetch('invoices', `${ledger}/invoices`, { method: 'POST', body });
   */
  fetch(step: string, input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /**
   * For a store of yours that can refuse what an earlier attempt, or an earlier run, still sends: see
   * `passesFence`. `undefined` only in a run without a scheduled time.
   */
  readonly fence: Fence | undefined;
  /** Commits your own Firestore writes and the end of the run at once: both happen or neither does. */
  readonly completeWith: CompleteWith;
  /**
   * Fires five seconds before `deadline`, and at once when the instance is told to stop or when a renewed
   * lease was lost to another attempt; `signal.reason` says which.
   */
  readonly signal: AbortSignal;
  /** When the handler's own limit for this attempt is reached. */
  readonly deadline: Date;
  readonly log: RunLog;
  /** The request's body, byte for byte; empty when the job sends none. */
  readonly body: Buffer;
  /** The request's headers with lower-case names, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The work of a job: the default export of the module given to `JobLogic.fromFile`.
 *
 * It returns when the work is done and throws when it is not. What it returns is kept with the run, as
 * JSON, where it is short.
 */
export type JobFunction = (run: JobRun) => unknown;
