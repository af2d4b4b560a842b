import type { JobRun } from '../job-run';
import type { Clock } from '../protocol/clock';
import { definiteError, type Target } from './api-errors';
import { faultOf, type Reply } from './google-api';

/** Something that an API has started under a token. */
export interface Started {
  /** Its full name. */
  readonly execution: string;
  readonly createdAtMs: number;
}

/** An API that lists what it has started. */
export interface ListingApi {
  readonly target: Target;
  /** What was started under the run's token, as far as the API's list shows it yet. */
  find(): Promise<Reply<{ readonly found: readonly Started[] }>>;
}

/** Oldest first. */
export type Found = readonly [Started, ...Started[]];

export type Looked =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'none' }
  | { readonly kind: 'unanswered'; readonly cause: unknown };

/**
 * Looks at the given seconds from now, until something is found; no longer than the run's signal allows.
 *
 * An empty list is believed at the last look alone. A look that is due while another one is unanswered is left out.
 *
 * @throws PermanentFailure when the API says that the list can never be had; another error when it was refused
 */
export async function look(
  clock: Clock,
  run: JobRun,
  { find, target }: ListingApi,
  atSeconds: readonly number[],
): Promise<Looked> {
  const beganMs = clock.monotonicMs();
  let looked: Looked = { kind: 'none' };
  for (const [index, seconds] of atSeconds.entries()) {
    const nextMs = (atSeconds[index + 1] ?? Number.POSITIVE_INFINITY) * 1000;
    const elapsedMs = clock.monotonicMs() - beganMs;
    if (elapsedMs >= nextMs) continue;
    await clock.sleep(Math.max(0, seconds * 1000 - elapsedMs), run.signal);
    if (run.signal.aborted) return { kind: 'unanswered', cause: run.signal.reason };
    const reply = await find();
    if (reply.kind === 'answered') {
      const [oldest, ...others] = [...reply.found].sort((one, other) => one.createdAtMs - other.createdAtMs);
      if (oldest !== undefined) return { kind: 'found', found: [oldest, ...others] };
      looked = { kind: 'none' };
    } else {
      const error = definiteError('a list of what was started', reply, target);
      // A list may be refused for an old page token: that says nothing of what was started.
      const isRefusedList = reply.kind === 'refused' && reply.error.status === 'INVALID_ARGUMENT';
      if (error !== undefined && !isRefusedList) throw error;
      looked = { kind: 'unanswered', cause: faultOf(reply) };
    }
  }
  return looked;
}
