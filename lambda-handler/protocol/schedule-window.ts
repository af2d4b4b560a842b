import type { JobSettings } from '../../src/contract/job-settings';
import type { KeySpace } from '../../src/contract/run-identity';

/** How far a scheduled time may lie ahead of the store's clock before the run counts as forced. */
export const FORCED_ALLOWANCE_MS = 10_000;

/** Whether a scheduled time lies so far ahead of `nowMs` that only a person can have started the run. */
export function isForced(scheduledTimeMs: number, nowMs: number): boolean {
  return scheduledTimeMs > nowMs + FORCED_ALLOWANCE_MS;
}

/** Where a scheduled time stands, seen from the store's clock. */
export type ScheduleWindow = 'open' | 'forced' | 'too-old';

/**
 * Judges a scheduled time by the store's clock.
 *
 * Later than the retention, the record of a finished run may have been deleted, and a claim would run it
 * twice. A job that treats forced runs as any other never sees `forced`.
 */
export function scheduleWindow(
  scheduledTimeMs: number,
  storeTimeMs: number,
  settings: Pick<JobSettings, 'retentionSeconds' | 'forcedRuns'>,
  keySpace: KeySpace,
): ScheduleWindow {
  if (storeTimeMs - scheduledTimeMs > settings.retentionSeconds * 1000) return 'too-old';
  const tellsForced = keySpace === 'scheduled' && settings.forcedRuns !== 'consume-next';
  return tellsForced && isForced(scheduledTimeMs, storeTimeMs) ? 'forced' : 'open';
}
