import type { JobSettings } from '../../src/contract/job-settings';
import type { KeySpace } from '../../src/contract/run-identity';
import { type Asker, type Decision, decide } from './decide';
import type { NotClaimed, OtherPayload } from './outcome';
import { firstRecord, type RecordedSettings, takeOverChanges } from './record';
import { releaseClaim } from './release';
import type { RunRecord, Sighting, UpdateTime } from './run-store';
import { type ScheduleWindow, scheduleWindow } from './schedule-window';
import {
  isRetryable,
  pause,
  type StorePort,
  tellingCause,
  tryRead,
  tryWrite,
  type Written,
} from './store-call';

interface ClaimBy {
  readonly runId: string;
  readonly attemptId: string;
  /** Monotonic clock, milliseconds: a claim that is not decided by then is given up. */
  readonly untilMs: number;
}

/** What a delivery wants to claim: a run of a job. */
export interface RunClaimRequest extends ClaimBy {
  readonly keySpace: KeySpace;
  readonly settings: JobSettings;
  readonly scheduledTimeMs: number;
}

/** What a request to a guarded service wants to claim: its key, which has no scheduled time to be judged by. */
export interface KeyClaimRequest extends ClaimBy {
  readonly keySpace: 'idempotency-key';
  readonly settings: RecordedSettings;
  readonly payloadHash: string;
}

/** What is to be claimed. */
export type ClaimRequest = RunClaimRequest | KeyClaimRequest;

/** A claim that the store has confirmed. */
export interface Claim {
  readonly runId: string;
  readonly attemptId: string;
  readonly attempt: number;
  readonly generation: number;
  readonly updateTime: UpdateTime;
  /** When the store took it, by the store's clock; milliseconds since 1970. */
  readonly claimedAtMs: number;
  /** When the first attempt of the run began, by the clock of its instance; milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** What a record is recognised as ours by. */
export type ClaimIdentity = Pick<Claim, 'runId' | 'attemptId'>;

interface Claimed {
  readonly kind: 'claimed';
  readonly claim: Claim;
}

/** How the claim of a run ends. `forced` means: not in this key space, and nothing of ours is left in it. */
export type RunClaimResult = Claimed | { readonly kind: 'forced' } | NotClaimed;

/** How the claim of an idempotency key ends. It has no window to miss, and no failure is final. */
export type KeyClaimResult =
  | Claimed
  | OtherPayload
  | Extract<NotClaimed, { kind: 'already-completed' | 'held-elsewhere' | 'lease-over' | 'claim-unknown' }>;

type ClaimingWrite = Extract<Decision, { kind: 'create' | 'take-over' }>;

/**
 * Claims a run, or an idempotency key: one round trip where nothing is in the way; else read, decide, write again.
 *
 * A refused or unanswered write decides nothing. Each is followed by a read, whose sighting goes through the
 * delivery table, and there our own attempt id means that the write was done. Where it was not, and the store
 * says that the same write cannot succeed, it is not sent again.
 */
export function claimRun(port: StorePort, request: RunClaimRequest, seen?: Sighting): Promise<RunClaimResult>;
export function claimRun(port: StorePort, request: KeyClaimRequest): Promise<KeyClaimResult>;

export async function claimRun(
  port: StorePort,
  request: ClaimRequest,
  seen?: Sighting,
): Promise<RunClaimResult | OtherPayload> {
  const { runId, untilMs } = request;
  let sighting = seen;
  let cause: unknown;
  let isHopeless = false;
  let isRead = false;
  do {
    const step = sighting === undefined ? ({ kind: 'create' } as const) : nextStep(request, sighting);
    switch (step.kind) {
      case 'create':
      case 'take-over': {
        if (isHopeless && isRead) return { kind: 'claim-unknown', runId, cause };
        // An earlier try of the same write may have happened.
        if (isHopeless) break;
        const { written, fields } = await write(port, request, step);
        if (written.kind === 'written') return confirm(port, request, claimOf(request, fields, written));
        if (written.kind === 'refused') break;
        cause = tellingCause(cause, written.cause);
        isHopeless = !isRetryable(written.cause);
        if (!isHopeless) await pause(port.clock, untilMs);
        break;
      }
      case 'ours': {
        const { record, updateTime, updatedAtMs: commitAtMs } = step.run;
        return confirm(port, request, claimOf(request, record, { updateTime, commitAtMs }));
      }
      case 'own-lease-over':
        return { kind: 'lease-over', runId };
      case 'forced':
        return step;
      default:
        return { ...step, runId };
    }
    const read = await tryRead(port, runId, untilMs);
    isRead = read.kind === 'seen';
    if (read.kind === 'seen') {
      sighting = read.sighting;
    } else {
      cause = tellingCause(cause, read.cause);
      if (!isRetryable(read.cause)) break;
      await pause(port.clock, untilMs);
    }
  } while (port.clock.monotonicMs() < untilMs);
  return { kind: 'claim-unknown', runId, cause };
}

/** The delivery table, with what the scheduled time forbids put before it. */
function nextStep(
  request: ClaimRequest,
  sighting: Sighting,
): Decision | { readonly kind: 'forced' } | { readonly kind: 'too-old' } {
  const decision = decide(sighting, askerOf(request));
  // A claim of ours is judged by its commit time, and has to be released if it may not stay.
  if (decision.kind === 'ours') return decision;
  const window = windowOf(request, sighting.readAtMs);
  if (window === 'forced') return { kind: 'forced' };
  const wouldRun = decision.kind === 'create' || decision.kind === 'take-over';
  return window === 'too-old' && wouldRun ? { kind: 'too-old' } : decision;
}

function askerOf(request: ClaimRequest): Asker {
  const { attemptId } = request;
  return request.keySpace === 'idempotency-key'
    ? { attemptId, keySpace: request.keySpace, payloadHash: request.payloadHash }
    : { ...request.settings, attemptId, keySpace: request.keySpace };
}

function windowOf(request: ClaimRequest, storeTimeMs: number): ScheduleWindow {
  if (request.keySpace === 'idempotency-key') return 'open';
  return scheduleWindow(request.scheduledTimeMs, storeTimeMs, request.settings, request.keySpace);
}

/** What of a record says whose claim it is. */
type ClaimFields = Pick<RunRecord, 'attempt' | 'generation' | 'started_at'>;

async function write(
  { store, clock }: StorePort,
  request: ClaimRequest,
  step: ClaimingWrite,
): Promise<{ readonly written: Written; readonly fields: ClaimFields }> {
  const { runId, untilMs } = request;
  const facts = { ...request, nowMs: clock.nowMs() };
  if (step.kind === 'create') {
    const record = firstRecord(facts);
    const written = await tryWrite(clock, untilMs, (limit) => store.create(runId, record, limit));
    return { written, fields: record };
  }
  const changes = takeOverChanges(facts, step.run, step.generation);
  const { updateTime } = step.run;
  const written = await tryWrite(clock, untilMs, (limit) => store.update(runId, changes, updateTime, limit));
  return { written, fields: changes };
}

function claimOf(
  { runId, attemptId }: ClaimRequest,
  { attempt, generation, started_at: startedAtMs }: ClaimFields,
  {
    updateTime,
    commitAtMs: claimedAtMs,
  }: Pick<Extract<Written, { kind: 'written' }>, 'updateTime' | 'commitAtMs'>,
): Claim {
  return { runId, attemptId, attempt, generation, startedAtMs, updateTime, claimedAtMs };
}

/** The store's clock has the last word on a claim, once it has stamped it. */
async function confirm(port: StorePort, request: ClaimRequest, claim: Claim): Promise<RunClaimResult> {
  const { runId } = request;
  const window = windowOf(request, claim.claimedAtMs);
  if (window === 'open') return { kind: 'claimed', claim };
  const release = await releaseClaim(port, claim, request.untilMs);
  if (release.kind === 'kept') return { kind: 'claim-not-released', runId, cause: release.cause };
  return window === 'forced' ? { kind: 'forced' } : { kind: 'too-old', runId };
}
