/** The run and the attempt that an outcome speaks of: the one that holds the record, ours or another's. */
interface OfAttempt {
  readonly runId: string;
  readonly attempt: number;
}

interface OfRun {
  readonly runId: string;
}

/** The job logic returned. `result` is JSON text. */
export interface Completed extends OfAttempt {
  readonly kind: 'completed';
  readonly result?: string;
}

/** Another attempt has completed the run. */
export interface AlreadyCompleted extends OfAttempt {
  readonly kind: 'already-completed';
  readonly result?: string;
}

/** The attempt failed, and the next delivery may claim the run at once. */
export interface Failed extends OfAttempt {
  readonly kind: 'failed';
  readonly thrown: unknown;
}

/** The job logic threw `PermanentFailure`. */
export interface PermanentlyFailed extends OfAttempt {
  readonly kind: 'permanently-failed';
  readonly thrown: unknown;
}

/** The run is final without success: failed for good, or at most once and already tried. */
export interface AlreadyFailed extends OfAttempt {
  readonly kind: 'already-failed';
}

/** Another attempt holds the run under a live lease. */
export interface HeldElsewhere extends OfAttempt {
  readonly kind: 'held-elsewhere';
  /** Whole seconds until the lease ends, at least 1. */
  readonly retryAfterSeconds: number;
}

/** The idempotency key was used before, with another payload. */
export interface OtherPayload extends OfRun {
  readonly kind: 'other-payload';
}

/** The scheduled time lies more than the retention back: the record may have been deleted. */
export interface TooOld extends OfRun {
  readonly kind: 'too-old';
}

/** The run was forced before its scheduled time, which the job does not accept. */
export interface ForcedRefused extends OfRun {
  readonly kind: 'forced-refused';
}

/** A claim that must not stay could not be removed. Nothing has run; the lease runs out. */
export interface ClaimNotReleased extends OfRun {
  readonly kind: 'claim-not-released';
  readonly cause?: unknown;
}

/** The claim was learnt of too late to run under it. Nothing has run. */
export interface LeaseOver extends OfRun {
  readonly kind: 'lease-over';
}

/** The store did not say whether the run is ours. Nothing has run. */
export interface ClaimUnknown extends OfRun {
  readonly kind: 'claim-unknown';
  readonly cause?: unknown;
}

/** The job logic has settled and the store did not take its outcome. */
export interface FinishUnknown extends OfAttempt {
  readonly kind: 'finish-unknown';
  readonly cause?: unknown;
}

/** The record went to another attempt, or is gone, and nobody holds a final outcome. */
export interface Superseded extends OfAttempt {
  readonly kind: 'superseded';
}

/** How a claim can end without the run being ours. */
export type NotClaimed =
  | AlreadyCompleted
  | AlreadyFailed
  | HeldElsewhere
  | TooOld
  | ForcedRefused
  | ClaimNotReleased
  | LeaseOver
  | ClaimUnknown;

/** What became of a delivery. Expected outcomes are values; the HTTP answers are in `http/answer.ts`. */
export type Outcome = NotClaimed | Completed | Failed | PermanentlyFailed | FinishUnknown | Superseded;
