interface ErrorFacts<Code> {
  readonly code: Code;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An error of the handler: callers match `code`, people read the constant message and the details. */
abstract class HandlerError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, facts: ErrorFacts<Code>) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.retryable = facts.retryable;
    this.details = facts.details ?? {};
  }
}

/** The store gave no usable answer. Whether a write happened is unknown. */
export class StoreError extends HandlerError {}

/** What {@link CompletionError} says in `code`. */
export const COMPLETION_ERROR_CODES = [
  'WRITES_REFUSED',
  'RUN_LOST',
  'OUTCOME_UNKNOWN',
  'ALREADY_COMPLETED',
  'ATTEMPT_ENDED',
  'NOT_SUPPORTED',
] as const;

/** One of the codes of a {@link CompletionError}. */
export type CompletionErrorCode = (typeof COMPLETION_ERROR_CODES)[number];

/**
 * `run.completeWith` did not complete the run. Job logic matches `code`:
 *
 * `WRITES_REFUSED` a condition of the writes does not hold, or the store cannot carry them out; nothing was written
 * and the run goes on · `RUN_LOST` another attempt holds the run; nothing was written · `OUTCOME_UNKNOWN` the store
 * did not say; the attempt ends as failed unless the run turns out to be completed · `ALREADY_COMPLETED` a
 * completion came before this one, which changed nothing · `ATTEMPT_ENDED` the job logic had returned or thrown
 * before it was called, as without an `await`; nothing was written · `NOT_SUPPORTED` the run has no record in a
 * database that takes such writes.
 */
export class CompletionError extends HandlerError<CompletionErrorCode> {
  declare readonly code: CompletionErrorCode;
}

/** The handler, or a guard, cannot start: its configuration or the job logic is missing or malformed. */
export class BootError extends HandlerError {}
