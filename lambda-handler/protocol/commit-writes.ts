import type { DocumentWrite } from '../document-writes';
import { CompletionError, StoreError } from '../errors';
import type { ClaimIdentity } from './claim';
import type { Loss } from './held-lease';
import type { RunRecord, Sighting, UpdateTime } from './run-store';
import { isRetryable, pause, type StorePort, tryRead, tryWrite, type Written } from './store-call';

/** What a commit that completes a run is made of. */
export interface CommitRequest {
  readonly port: StorePort;
  readonly claim: ClaimIdentity;
  readonly changes: Partial<RunRecord>;
  /** The version of the record that the attempt holds. */
  readonly updateTime: UpdateTime;
  /** Monotonic clock, milliseconds. */
  readonly untilMs: number;
}

/** How a commit ended. `not-committed` is certain, and the attempt still holds the run. */
export type CommitEnd =
  | { readonly kind: 'committed'; readonly value?: unknown }
  | { readonly kind: 'not-committed'; readonly error: unknown; readonly updateTime: UpdateTime }
  | { readonly kind: 'lost'; readonly loss: Loss }
  | { readonly kind: 'unknown'; readonly cause: unknown; readonly updateTime: UpdateTime };

/** Commits the end of a run together with something else. */
export type Commit = (request: CommitRequest) => Promise<CommitEnd>;

/** What a sighting of the record says of a completion by the attempt that holds `claim`. */
export type Standing = 'completed' | 'in-progress' | 'lost';

/** Judges a sighting. A record that failed under our own attempt id is none that a completion can follow. */
export function standingOf({ run }: Sighting, { attemptId }: ClaimIdentity): Standing {
  if (run?.record.attempt_id !== attemptId) return 'lost';
  if (run.record.status === 'completed') return 'completed';
  return run.record.status === 'in_progress' ? 'in-progress' : 'lost';
}

/**
 * Commits writes of the user's own through the store's own client.
 *
 * A refused or unanswered commit decides nothing, and the record is read. A refusal under the version that the
 * record still has was not the record's: a condition of the user's own writes does not hold. But a request under
 * that version which nobody has answered may still land; only a record that has moved on rules that out.
 */
export function commitWrites(writes: readonly DocumentWrite[]): Commit {
  return async ({ port, claim, changes, updateTime, untilMs }) => {
    const { store, clock } = port;
    const { documents } = store;
    let expected = updateTime;
    let isUnheard = false;
    if (documents === undefined) {
      return { kind: 'not-committed', error: notSupported(), updateTime: expected };
    }
    let cause: unknown;
    do {
      const written = await tryWrite(clock, untilMs, (limit) =>
        documents.update(claim.runId, changes, expected, writes, limit),
      );
      if (written.kind === 'written') return { kind: 'committed' };
      cause = written.cause;
      isUnheard ||= mayStillLand(written);
      const read = await tryRead(port, claim.runId, untilMs);
      if (read.kind === 'seen') {
        const { run } = read.sighting;
        const standing = standingOf(read.sighting, claim);
        if (standing === 'completed') return { kind: 'committed' };
        if (standing === 'lost' || run === undefined) {
          return { kind: 'lost', loss: { holder: run?.record.attempt } };
        }
        if (run.updateTime !== expected) {
          expected = run.updateTime;
          isUnheard = false;
        } else if (written.kind === 'refused' || !isRetryable(cause)) {
          return isUnheard
            ? { kind: 'unknown', cause, updateTime: expected }
            : { kind: 'not-committed', error: writesRefused(cause), updateTime: expected };
        }
      } else {
        cause = read.cause;
      }
      await pause(clock, untilMs);
    } while (clock.monotonicMs() < untilMs);
    return { kind: 'unknown', cause, updateTime: expected };
  };
}

/**
 * Statuses after which a commit has written nothing. Others, such as `CANCELLED` and `UNKNOWN`, say nothing of it.
 *
 * @see https://cloud.google.com/apis/design/errors#handling_errors
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'ALREADY_EXISTS',
  'FAILED_PRECONDITION',
  'INVALID_ARGUMENT',
  'NOT_FOUND',
  'OUT_OF_RANGE',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  'UNIMPLEMENTED',
]);

/** Whether a request of this call is on its way that was not answered, or not so that it is over. */
function mayStillLand({ kind, cause }: Exclude<Written, { kind: 'written' }>): boolean {
  // What is no error of the store's was thrown before anything was sent.
  if (!(cause instanceof StoreError)) return false;
  const tries = cause.details['tries'];
  const isRepeated = typeof tries === 'number' && tries > 1;
  return isRepeated || (kind === 'unanswered' && !REFUSALS.has(cause.code));
}

/** The store refuses what the user wants written; the run itself is unharmed. */
export function writesRefused(cause: unknown): CompletionError {
  return new CompletionError('the store refused the writes of the completion; nothing was written', {
    code: 'WRITES_REFUSED',
    retryable: false,
    cause,
  });
}

function notSupported(): CompletionError {
  return new CompletionError('the store of the runs keeps no documents', {
    code: 'NOT_SUPPORTED',
    retryable: false,
  });
}
