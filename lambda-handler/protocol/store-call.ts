import { StoreError } from '../errors';
import { callLimit } from './call-limit';
import type { Clock } from './clock';
import type { CallLimit, RunStore, Sighting, WriteOutcome } from './run-store';

const PAUSE_MS = 250;

/** The store and the clock that its calls are limited by. */
export interface StorePort {
  readonly store: RunStore;
  readonly clock: Clock;
}

/** What a conditional write came to; only `written` decides anything. */
export type Written = WriteOutcome | { readonly kind: 'unanswered'; readonly cause: unknown };

/** Sends a conditional write; a fault is a value, since the record has to be read after it anyway. */
export async function tryWrite(
  clock: Clock,
  untilMs: number,
  write: (limit: CallLimit) => Promise<WriteOutcome>,
): Promise<Written> {
  try {
    return await write(callLimit(clock.monotonicMs(), untilMs));
  } catch (cause) {
    return { kind: 'unanswered', cause };
  }
}

/** What a read came to. */
export type ReadOutcome =
  | { readonly kind: 'seen'; readonly sighting: Sighting }
  | { readonly kind: 'unanswered'; readonly cause: unknown };

/** Reads a record; a fault is a value. */
export async function tryRead(
  { store, clock }: StorePort,
  runId: string,
  untilMs: number,
): Promise<ReadOutcome> {
  try {
    return { kind: 'seen', sighting: await store.read(runId, callLimit(clock.monotonicMs(), untilMs)) };
  } catch (cause) {
    return { kind: 'unanswered', cause };
  }
}

/** Whether the same call may succeed later. */
export function isRetryable(cause: unknown): boolean {
  return cause instanceof StoreError && cause.retryable;
}

/** The cause to report: what the store has said, rather than that its last answer was cut short by the limit. */
export function tellingCause(before: unknown, latest: unknown): unknown {
  const isSilence = latest instanceof StoreError && latest.code === 'UNANSWERED';
  return isSilence ? (before ?? latest) : latest;
}

/** Waits before the store is asked again, no longer than is left. */
export async function pause(clock: Clock, untilMs: number): Promise<void> {
  await clock.sleep(Math.max(0, Math.min(PAUSE_MS, untilMs - clock.monotonicMs())));
}
