import type { CronSchedule } from './cron-schedule';
import { type FiringTimes, firingTimesOf } from './firing-times';
import { type LocalClock, type LocalTimeReading, localClockOf, movedEnd, movedFrom } from './local-clock';
import type { OffsetChange } from './utc-offsets';

const READINGS: readonly LocalTimeReading[] = (['first', 'second', 'both'] as const).flatMap((doubled) =>
  (['skipped', 'shifted', 'at-change'] as const).map((dropped) => ({ doubled, dropped })),
);

/**
 * The smallest gap between two scheduled times, in seconds, over all readings of daylight saving.
 *
 * Google calls them anomalies and does not say which reading holds. A doubled local time may fire at its
 * first occurrence, its second or both; a dropped one may be skipped or shifted by the length of the change,
 * and a job with fixed times may run as the clock changes, as cron daemons do. The gap of `0 2 * * *` in
 * Berlin is thus one hour: from 02:00 to 02:00 in the night in which summer time ends.
 *
 * @param timeZone a zone that `checkTimeZone` accepts
 */
export function smallestGapSeconds(schedule: CronSchedule, timeZone: string): number {
  return smallestGapOnClock(schedule, localClockOf(timeZone));
}

/** The same on any wall clock. */
export function smallestGapOnClock(schedule: CronSchedule, clock: LocalClock): number {
  const times = firingTimesOf(schedule);
  const readings = READINGS.filter(({ dropped }) => dropped !== 'at-change' || schedule.firesAtFixedTimes);
  const unmovedMinutes = gapBetweenChanges(times, clock);
  if (unmovedMinutes === 1) return 60;
  return 60 * Math.min(unmovedMinutes, gapAroundChanges(times, clock, readings));
}

/** The smallest gap between neighbours with no change between them. */
function gapBetweenChanges(times: FiringTimes, { changes }: LocalClock): number {
  const starts = [0, ...changes.map((change) => times.indexFrom(movedEnd(change)))];
  const ends = [...changes.map((change) => times.indexFrom(movedFrom(change))), times.count];
  return Math.min(...starts.map((start, index) => times.smallestGapBetween(start, ends[index] ?? start)));
}

/** Most changes are alike: the same times at the same distance, so each kind is looked at once. */
function gapAroundChanges(
  times: FiringTimes,
  clock: LocalClock,
  readings: readonly LocalTimeReading[],
): number {
  const seen = new Set<string>();
  let smallest = Infinity;
  for (const change of clock.changes) {
    const localMinutes = localMinutesAround(change, times);
    const kind = kindOf(change, localMinutes, clock);
    if (kind !== undefined && seen.has(kind)) continue;
    if (kind !== undefined) seen.add(kind);
    for (const reading of readings) {
      const instants = localMinutes.flatMap((local) => clock.instantsOf(local, reading));
      smallest = Math.min(smallest, smallestDifference(instants));
    }
  }
  return smallest;
}

/** The times that a change moves and the neighbours that they may come near to. */
function localMinutesAround(change: OffsetChange, times: FiringTimes): number[] {
  const firstMoved = times.indexFrom(movedFrom(change));
  // Shifted times fall among those of as many minutes after the change.
  const shift = Math.max(0, change.after - change.before);
  const last = Math.min(times.indexFrom(movedEnd(change) + shift), times.count - 1);
  const localMinutes: number[] = [];
  for (let index = Math.max(0, firstMoved - 1); index <= last; index += 1) localMinutes.push(times.at(index));
  return localMinutes;
}

/** Undefined where a neighbour may be moved by another change, which has to be looked at then. */
function kindOf(
  change: OffsetChange,
  localMinutes: readonly number[],
  clock: LocalClock,
): string | undefined {
  const { atMinute, before, after } = change;
  const offsets = [localMinutes[0], localMinutes.at(-1)].map((local) => clock.offsetAt(local ?? 0));
  if (offsets.includes(undefined)) return undefined;
  return JSON.stringify([before, after, offsets, localMinutes.map((local) => local - atMinute)]);
}

/** Two local times that fall on one instant are one scheduled time. */
function smallestDifference(instants: readonly number[]): number {
  const ordered = [...new Set(instants)].sort((one, other) => one - other);
  return Math.min(Infinity, ...ordered.slice(1).map((instant, index) => instant - (ordered[index] ?? 0)));
}
