import type { RunStatus } from '../../src/contract/record-fields';
import type { DocumentWrite } from '../document-writes';

/**
 * The version of a record: the store's own text for its update time.
 *
 * Firestore's has microseconds. A JavaScript `Date` cuts them, and a cut one never matches again.
 */
export type UpdateTime = string;

/** The fields of a record, named as in `src/contract/record-fields`. Times are milliseconds since 1970. */
export interface RunRecord {
  readonly status: RunStatus;
  readonly attempt_id: string;
  readonly attempt: number;
  readonly lease_seconds: number;
  readonly renewals: number;
  readonly lease_expires: number;
  readonly expire_at: number;
  readonly project?: string;
  readonly location?: string;
  /** The short job name, or the name of the guard. */
  readonly job: string;
  /** `undefined` for what has no scheduled time: a request under an idempotency key. */
  readonly schedule_time?: number;
  readonly generation: number;
  /** When the first attempt of the run began, by the clock of its instance. */
  readonly started_at: number;
  readonly finished_at?: number;
  readonly permanent?: boolean;
  readonly error?: string;
  readonly result?: string;
  /** What the request under an idempotency key is recognised by: 64 lower-case hex digits. */
  readonly payload_hash?: string;
}

/** A record as the store has it. */
export interface StoredRun {
  readonly record: RunRecord;
  readonly updateTime: UpdateTime;
  /** `updateTime` in milliseconds since 1970, for arithmetic; `updateTime` itself is for preconditions. */
  readonly updatedAtMs: number;
}

/** What a read saw, and when, by the store's clock. */
export interface Sighting {
  readonly run: StoredRun | undefined;
  readonly readAtMs: number;
}

/** A conditional write either happened or was refused; a refusal alone decides nothing (read the record). */
export type WriteOutcome =
  | { readonly kind: 'written'; readonly updateTime: UpdateTime; readonly commitAtMs: number }
  | { readonly kind: 'refused'; readonly cause?: unknown };

/** How long a store call may take, its retries included. */
export interface CallLimit {
  /** On the monotonic clock, in milliseconds. No request is started after it. */
  readonly untilMs: number;
}

/**
 * Where the records are: four calls, each one round trip, each write a single conditional commit.
 *
 * Every implementation passes the same contract suite. A call that gets no usable answer within its limit
 * rejects with `StoreError`; whether its write happened is then unknown.
 */
export interface RunStore {
  /** Writes the record if there is none under this id. */
  create(runId: string, record: RunRecord, limit: CallLimit): Promise<WriteOutcome>;
  /**
   * Sets the given fields if the record's update time is still `expected`. A field given as `undefined` is
   * removed; one that is not named stays as it is.
   */
  update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    limit: CallLimit,
  ): Promise<WriteOutcome>;
  /** Removes the record if its update time is still `expected`. */
  delete(runId: string, expected: UpdateTime, limit: CallLimit): Promise<WriteOutcome>;
  read(runId: string, limit: CallLimit): Promise<Sighting>;
  /** The documents that can be written together with a record; absent where the store keeps none. */
  readonly documents?: DocumentStore;
}

/** The database that the records are in, as far as it keeps documents of the user's own. */
export interface DocumentStore {
  /** `projects/P/databases/D`. */
  readonly database: string;
  /** Where a record lies among the documents: `scheduler_runs/RUN_ID`. */
  pathOf(runId: string): string;
  /**
   * Does what `RunStore.update` does and carries out `writes`, in one commit: all of it or nothing.
   *
   * A refusal may come from the record's condition or from a condition of the writes; `cause` is the store's
   * answer.
   */
  update(
    runId: string,
    changes: Partial<RunRecord>,
    expected: UpdateTime,
    writes: readonly DocumentWrite[],
    limit: CallLimit,
  ): Promise<WriteOutcome>;
}
