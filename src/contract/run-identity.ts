import { createHash } from 'node:crypto';
import { printScheduleTime } from './schedule-time';

/** A forced run carries the next scheduled time; a key space of its own keeps it from swallowing that run. */
export type KeySpace = 'scheduled' | 'forced';

/** What makes two deliveries the same run. */
export interface RunKey {
  readonly project: string;
  readonly location: string;
  readonly jobName: string;
  readonly scheduledTimeMs: number;
  readonly keySpace: KeySpace;
}

/**
 * The document id of a run: 64 lower-case hex digits.
 *
 * A JSON array keeps the parts apart, so no two keys collide. Frozen by test vectors: a changed id re-runs
 * whatever is in flight when it is deployed.
 */
export function runId(key: RunKey): string {
  return sha256([
    'run/1',
    key.project,
    key.location,
    key.jobName,
    printScheduleTime(key.scheduledTimeMs),
    key.keySpace,
  ]);
}

/** What makes two requests to a guarded service the same: only the same three parts do. */
export interface IdempotencyKeyParts {
  /** The name of the guard, which has keys of its own. */
  readonly guard: string;
  /** Who sent the key; empty where callers are not told apart. */
  readonly caller: string;
  readonly key: string;
}

/** The document id of a request under an idempotency key: 64 lower-case hex digits, frozen as {@link runId} is. */
export function idempotencyKeyId({ guard, caller, key }: IdempotencyKeyParts): string {
  return sha256(['key/1', guard, caller, key]);
}

/**
 * A token that is stable for one step of one run, over all its attempts: `t` and 40 hex digits.
 *
 * It fits a label, an environment value, a Cloud Build substitution and an `Idempotency-Key` header.
 * `generation` tells one press of a forced run from the next.
 */
export function stepToken(id: string, generation: number, step: string): string {
  return `t${sha256(['token/1', id, generation, step]).slice(0, 40)}`;
}

function sha256(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
