import type { KeySpace } from '../../src/contract/run-identity';
import type { AlreadyCompleted, AlreadyFailed, HeldElsewhere, OtherPayload } from './outcome';
import type { RunRecord, Sighting, StoredRun } from './run-store';

/** The generation of a run that nobody forced twice. */
export const FIRST_GENERATION = 0;

/** The delivery is answered by what another attempt did, or is doing. */
export type AnsweredByAnother =
  | Omit<AlreadyCompleted, 'runId'>
  | Omit<AlreadyFailed, 'runId'>
  | Omit<HeldElsewhere, 'runId'>;

/** What the delivery table says of a sighting. */
export type Decision =
  | { readonly kind: 'create' }
  | { readonly kind: 'take-over'; readonly run: StoredRun; readonly generation: number }
  | { readonly kind: 'ours'; readonly run: StoredRun }
  | { readonly kind: 'own-lease-over' }
  | Omit<OtherPayload, 'runId'>
  | AnsweredByAnother;

/** Who asks for a run, and what the job allows. The reader's own lease length is not among it, on purpose. */
export interface RunAsker {
  readonly attemptId: string;
  readonly keySpace: KeySpace;
  readonly atMostOnce: boolean;
  readonly retryWindowSeconds: number;
}

/** Who asks for an idempotency key, and what for. */
export interface KeyAsker {
  readonly attemptId: string;
  readonly keySpace: 'idempotency-key';
  readonly payloadHash: string;
}

/** Who asks. */
export type Asker = RunAsker | KeyAsker;

/** The delivery table: what a delivery does about the record that it sees. */
export function decide(sighting: Sighting, asker: Asker): Decision {
  const { run, readAtMs } = sighting;
  if (run === undefined) return { kind: 'create' };
  const isKey = asker.keySpace === 'idempotency-key';
  // Before everything else: a key that is used for something else may not even be taken over.
  if (isKey && run.record.payload_hash !== asker.payloadHash) return { kind: 'other-payload' };
  if (isEarlierPress(run, readAtMs, asker)) {
    return { kind: 'take-over', run, generation: run.record.generation + 1 };
  }
  if (run.record.status === 'in_progress') {
    const isOurs = run.record.attempt_id === asker.attemptId;
    if (!isLeaseOver(run, readAtMs)) return isOurs ? { kind: 'ours', run } : heldElsewhere(run, readAtMs);
    if (isOurs) return { kind: 'own-lease-over' };
  }
  // Of a key, no failure is final.
  const isOpen = isKey && run.record.status !== 'completed';
  const answer = isOpen ? undefined : finalAnswer(run.record, !isKey && asker.atMostOnce);
  return answer ?? { kind: 'take-over', run, generation: run.record.generation };
}

/**
 * The same table for an attempt that has lost its run: nothing is claimed any more.
 *
 * `undefined` where nobody has a final outcome and nobody is at work.
 */
export function decideAfterLoss(sighting: Sighting, atMostOnce: boolean): AnsweredByAnother | undefined {
  const { run, readAtMs } = sighting;
  if (run === undefined) return undefined;
  if (run.record.status === 'in_progress') return heldElsewhere(run, readAtMs);
  return finalAnswer(run.record, atMostOnce);
}

/** The answer that no later attempt changes; `undefined` where a retry may still run. */
function finalAnswer(record: RunRecord, atMostOnce: boolean): AnsweredByAnother | undefined {
  if (record.status === 'completed') {
    return { kind: 'already-completed', attempt: record.attempt, result: record.result };
  }
  const isFinal = atMostOnce || (record.status === 'failed' && record.permanent === true);
  return isFinal ? { kind: 'already-failed', attempt: record.attempt } : undefined;
}

/**
 * In the forced key space an old record is an earlier press of the same button, so that pressing twice runs
 * twice. A job that runs at most once ends with a crash, too.
 */
function isEarlierPress(run: StoredRun, readAtMs: number, asker: Asker): boolean {
  // A claim of this very press whose answer came late is none of an earlier one.
  if (asker.keySpace !== 'forced' || run.record.attempt_id === asker.attemptId) return false;
  const isTerminal = run.record.status !== 'in_progress' || (asker.atMostOnce && isLeaseOver(run, readAtMs));
  return isTerminal && readAtMs - run.updatedAtMs > asker.retryWindowSeconds * 1000;
}

/** Judged by the store's clock, from one read, and by the length that the holder wrote. */
function isLeaseOver(run: StoredRun, readAtMs: number): boolean {
  return readAtMs >= leaseEndMs(run);
}

function leaseEndMs(run: StoredRun): number {
  return run.updatedAtMs + run.record.lease_seconds * 1000;
}

function heldElsewhere(run: StoredRun, readAtMs: number): AnsweredByAnother {
  return {
    kind: 'held-elsewhere',
    attempt: run.record.attempt,
    retryAfterSeconds: Math.max(1, Math.ceil((leaseEndMs(run) - readAtMs) / 1000)),
  };
}
