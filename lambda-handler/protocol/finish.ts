import type { RunStatus } from '../../src/contract/record-fields';
import type { Claim } from './claim';
import type { Settled } from './logic-result';
import { finishChanges } from './record';
import type { Sighting } from './run-store';
import { pause, type StorePort, tellingCause, tryRead, tryWrite } from './store-call';

/** What became of the write that ends an attempt. */
export type Finish =
  | { readonly kind: 'written' }
  /** A completion that nobody answered has happened after all. */
  | { readonly kind: 'completed-before'; readonly result: string | undefined }
  | { readonly kind: 'lost'; readonly sighting: Sighting }
  | { readonly kind: 'unknown'; readonly cause: unknown };

/**
 * Writes down how the job logic ended, until `untilMs` (monotonic clock).
 *
 * One write after another, never two at a time. After each that was not acknowledged the record decides: ours
 * with the wanted status, it was done; ours in progress, again under the new update time; else lost. That the
 * lease is over does not matter as long as nobody has claimed.
 */
export async function finishRun(
  port: StorePort,
  claim: Claim,
  settled: Settled,
  untilMs: number,
): Promise<Finish> {
  const { store, clock } = port;
  const changes = finishChanges(settled, clock.nowMs());
  let { updateTime } = claim;
  let cause: unknown;
  do {
    const written = await tryWrite(clock, untilMs, (limit) =>
      store.update(claim.runId, changes, updateTime, limit),
    );
    if (written.kind === 'written') return { kind: 'written' };
    if (written.kind === 'unanswered') cause = tellingCause(cause, written.cause);

    const read = await tryRead(port, claim.runId, untilMs);
    if (read.kind === 'seen') {
      const { run } = read.sighting;
      const holds = run?.record.attempt_id === claim.attemptId;
      if (holds && run.record.status === changes.status) return { kind: 'written' };
      if (holds && run.record.status === COMPLETED) {
        return { kind: 'completed-before', result: run.record.result };
      }
      if (!holds || run.record.status !== IN_PROGRESS) return { kind: 'lost', sighting: read.sighting };
      updateTime = run.updateTime;
    } else {
      cause = tellingCause(cause, read.cause);
    }
    await pause(clock, untilMs);
  } while (clock.monotonicMs() < untilMs);
  return { kind: 'unknown', cause };
}

const IN_PROGRESS: RunStatus = 'in_progress';
const COMPLETED: RunStatus = 'completed';
