import { runId as runIdOf } from '../../src/contract/run-identity';
import { type Claim, claimRun, type RunClaimRequest } from './claim';
import type { NotClaimed } from './outcome';
import type { Sighting } from './run-store';
import { isForced } from './schedule-window';
import { type StorePort, tryRead } from './store-call';

/** A claim whose key space is settled, or the reason why there is none. */
export type RunClaim =
  | { readonly kind: 'claimed'; readonly claim: Claim; readonly forced: boolean }
  | NotClaimed;

/**
 * Claims a run in the key space that it belongs to: a forced run carries the next scheduled time.
 *
 * The machine's clock only chooses what to try first. A scheduled time that is clearly in its future is first
 * looked up, and the answer brings the store's time; any other is claimed, and judged by the commit time.
 */
export async function claimInKeySpace(
  port: StorePort,
  wanted: Omit<RunClaimRequest, 'runId' | 'keySpace'>,
): Promise<RunClaim> {
  const { settings, scheduledTimeMs, untilMs } = wanted;
  const scheduled: RunClaimRequest = {
    ...wanted,
    keySpace: 'scheduled',
    runId: runIdOf({ ...settings, scheduledTimeMs, keySpace: 'scheduled' }),
  };
  const forced: RunClaimRequest = {
    ...wanted,
    keySpace: 'forced',
    runId: runIdOf({ ...settings, scheduledTimeMs, keySpace: 'forced' }),
  };

  if (settings.forcedRuns !== 'consume-next' && isForced(scheduledTimeMs, port.clock.nowMs())) {
    const read = await tryRead(port, forced.runId, untilMs);
    if (read.kind === 'unanswered') return { kind: 'claim-unknown', runId: forced.runId, cause: read.cause };
    const { sighting } = read;
    if (isForced(scheduledTimeMs, sighting.readAtMs)) return claimForced(port, forced, sighting);
  }
  const result = await claimRun(port, scheduled);
  if (result.kind === 'forced') return claimForced(port, forced);
  if (result.kind !== 'claimed') return result;
  return { ...result, forced: isForced(scheduledTimeMs, result.claim.claimedAtMs) };
}

async function claimForced(port: StorePort, request: RunClaimRequest, seen?: Sighting): Promise<RunClaim> {
  if (request.settings.forcedRuns === 'reject') return { kind: 'forced-refused', runId: request.runId };
  const result = await claimRun(port, request, seen);
  if (result.kind === 'forced') throw new Error('assumption failed: the forced key space has no forced runs');
  return result.kind === 'claimed' ? { ...result, forced: true } : result;
}
