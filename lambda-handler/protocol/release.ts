import type { UpdateTime } from './run-store';
import { isRetryable, pause, type StorePort, tryRead, tryWrite } from './store-call';

/** A claim of ours that must not stay, because its run is not to be run. */
export interface OwnClaim {
  readonly runId: string;
  readonly attemptId: string;
  readonly updateTime: UpdateTime;
}

/** What became of a release. */
export type Release = { readonly kind: 'released' } | { readonly kind: 'kept'; readonly cause: unknown };

/** Deletes a claim of ours under its update time, unless it is no longer ours. */
export async function releaseClaim(port: StorePort, claim: OwnClaim, untilMs: number): Promise<Release> {
  const { store, clock } = port;
  let { updateTime } = claim;
  let cause: unknown;
  do {
    const deleted = await tryWrite(clock, untilMs, (limit) => store.delete(claim.runId, updateTime, limit));
    if (deleted.kind === 'written') return { kind: 'released' };
    const read = await tryRead(port, claim.runId, untilMs);
    if (read.kind === 'seen') {
      const { run } = read.sighting;
      if (run?.record.attempt_id !== claim.attemptId) return { kind: 'released' };
      if (deleted.kind === 'unanswered' && !isRetryable(deleted.cause)) {
        return { kind: 'kept', cause: deleted.cause };
      }
      updateTime = run.updateTime;
    }
    cause = read.kind === 'unanswered' ? read.cause : cause;
    await pause(clock, untilMs);
  } while (clock.monotonicMs() < untilMs);
  return { kind: 'kept', cause };
}
