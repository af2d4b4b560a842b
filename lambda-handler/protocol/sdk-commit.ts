import type { SdkDocuments, SdkFirestore, SdkSnapshot, SdkTransaction, SdkWriteBatch } from '../completion';
import { CompletionError } from '../errors';
import type { ClaimIdentity } from './claim';
import { type Commit, type CommitEnd, type CommitRequest, standingOf, writesRefused } from './commit-writes';
import { tryRead } from './store-call';

/**
 * gRPC codes after which a commit has written nothing: INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS,
 * PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, UNAUTHENTICATED.
 *
 * @see https://grpc.io/docs/guides/status-codes/
 */
const REFUSALS: readonly unknown[] = [3, 5, 6, 7, 8, 9, 10, 16];

/** The record that the SDK has read does not say that the run is ours and in progress. */
class NotHeld extends Error {}

/** What is known of the commits that the SDK makes for one completion. */
interface Progress {
  /** How often everything was ready, so that the SDK has sent it, or may have. */
  commits: number;
  /** What the user's callback threw when it was last run. */
  thrown?: { readonly error: unknown };
}

/**
 * Commits a transaction of the official SDK with the end of the run in it.
 *
 * The SDK runs the callback again when a commit was aborted, or was heard of by nobody: the record is read in each
 * of them, and one that is already completed stops the second before it writes anything.
 */
export function transactionCommit<Transaction extends SdkTransaction, T>(
  firestore: SdkFirestore<Transaction>,
  update: (transaction: Transaction) => Promise<T>,
): Commit {
  return async (request) => {
    let value: T | undefined;
    const progress: Progress = { commits: 0 };
    const commit = async (path: string) => {
      await firestore.runTransaction(async (transaction) => {
        progress.thrown = undefined;
        const reference = firestore.doc(path);
        checkHeld((await transaction.get(reference)) as SdkSnapshot, request.claim);
        try {
          value = await update(transaction);
        } catch (error) {
          progress.thrown = { error };
          throw error;
        }
        transaction.update(reference, sdkFields(request));
        progress.commits += 1;
      });
    };
    const end = await decided(request, firestore, commit, progress);
    return end.kind === 'committed' ? { ...end, value } : end;
  };
}

/** Commits a batch of the official SDK with the end of the run in it, under the version that the SDK has read. */
export function batchCommit(firestore: SdkDocuments, batch: SdkWriteBatch): Commit {
  return (request) => {
    const progress: Progress = { commits: 0 };
    const commit = async (path: string) => {
      const reference = firestore.doc(path);
      const snapshot = (await reference.get()) as SdkSnapshot;
      checkHeld(snapshot, request.claim);
      batch.update(reference, sdkFields(request), { lastUpdateTime: snapshot.updateTime });
      progress.commits += 1;
      await batch.commit();
    };
    return decided(request, firestore, commit, progress);
  };
}

/** Commits through the SDK; where that fails, our own read of the record decides. */
async function decided(
  request: CommitRequest,
  { databaseId }: SdkDocuments,
  commit: (path: string) => Promise<void>,
  progress: Progress,
): Promise<CommitEnd> {
  const { port, claim, updateTime, untilMs } = request;
  const { documents } = port.store;
  if (documents === undefined || (databaseId !== undefined && databaseId !== nameOf(documents.database))) {
    return { kind: 'not-committed', error: otherDatabase(databaseId), updateTime };
  }
  try {
    await commit(documents.pathOf(claim.runId));
    return { kind: 'committed' };
  } catch (cause) {
    const read = await tryRead(port, claim.runId, untilMs);
    if (read.kind === 'unanswered') return { kind: 'unknown', cause, updateTime };
    const { run } = read.sighting;
    const standing = standingOf(read.sighting, claim);
    if (standing === 'completed') return { kind: 'committed' };
    if (standing === 'lost' || run === undefined) {
      return { kind: 'lost', loss: { holder: run?.record.attempt } };
    }
    const error = reasonWhyNot(cause, progress, databaseId);
    return error === undefined
      ? { kind: 'unknown', cause, updateTime: run.updateTime }
      : { kind: 'not-committed', error: error.reason, updateTime: run.updateTime };
  }
}

/**
 * Why nothing was committed, for sure; `undefined` where a commit may still land.
 *
 * The SDK does not tell why it has run a callback again: the commit before may have been aborted, or unheard.
 */
function reasonWhyNot(
  cause: unknown,
  { commits, thrown }: Progress,
  databaseId: string | undefined,
): { readonly reason: unknown } | undefined {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const isOver = commits === 0 || (commits === 1 && thrown === undefined && REFUSALS.includes(code));
  if (!isOver) return undefined;
  // A transaction whose callback has thrown is rolled back.
  if (thrown !== undefined) return { reason: thrown.error };
  return { reason: cause instanceof NotHeld ? otherDatabase(databaseId) : writesRefused(cause) };
}

function checkHeld(snapshot: SdkSnapshot, { attemptId }: ClaimIdentity): void {
  const record = snapshot.data();
  const isHeld = record?.['attempt_id'] === attemptId && record['status'] === 'in_progress';
  if (!isHeld) throw new NotHeld('the record is not held by this attempt where the SDK looks');
}

/** The SDK takes a `Date` for a timestamp and refuses `undefined`. */
function sdkFields({ changes }: CommitRequest): Readonly<Record<string, unknown>> {
  const { status, finished_at: finishedAtMs, result } = changes;
  return {
    status,
    finished_at: finishedAtMs === undefined ? undefined : new Date(finishedAtMs),
    ...(result === undefined ? {} : { result }),
  };
}

function nameOf(database: string): string {
  return database.slice(database.lastIndexOf('/') + 1);
}

function otherDatabase(databaseId: string | undefined): CompletionError {
  return new CompletionError(
    'only documents in the database of the run records can be committed with a run',
    {
      code: 'NOT_SUPPORTED',
      retryable: false,
      details: { databaseId },
    },
  );
}
