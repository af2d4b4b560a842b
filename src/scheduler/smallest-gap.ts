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
  const clock = localClockOf(timeZone);
  const times = firingTimesOf(schedule);
  const readings = READINGS.filter(({ dropped }) => dropped !== 'at-change' || schedule.firesAtFixedTimes);
  const gapsMinutes = [
    gapBetweenUnmoved(times, clock),
    ...clock.changes.map((change) => gapAround(change, times, clock, readings)),
  ];
  return 60 * Math.min(...gapsMinutes);
}

/** The smallest gap between neighbours that no change moves; the days without a change are all alike. */
function gapBetweenUnmoved(times: FiringTimes, clock: LocalClock): number {
  const offsetOf = (index: number) => clock.offsetAt(times.at(index));
  const gapAfter = (index: number) => {
    const offset = offsetOf(index);
    const nextOffset = offsetOf(index + 1);
    if (offset === undefined || nextOffset === undefined) return Infinity;
    return times.at(index + 1) - nextOffset - (times.at(index) - offset);
  };

  let smallest = Infinity;
  let sawUnchangedDay = false;
  for (let first = 0; first < times.count; first += times.perDay) {
    const last = first + times.perDay - 1;
    if (!sawUnchangedDay) {
      for (let index = first; index < last; index += 1) smallest = Math.min(smallest, gapAfter(index));
      const offset = offsetOf(first);
      sawUnchangedDay = offset !== undefined && offset === offsetOf(last);
    }
    if (last + 1 < times.count) smallest = Math.min(smallest, gapAfter(last));
  }
  return smallest;
}

/** The smallest gap among the times that a change moves and the neighbours that they may come near to. */
function gapAround(
  change: OffsetChange,
  times: FiringTimes,
  clock: LocalClock,
  readings: readonly LocalTimeReading[],
): number {
  const firstMoved = times.indexFrom(movedFrom(change));
  if (firstMoved === times.indexFrom(movedEnd(change))) return Infinity;

  // Shifted times fall among those of as many minutes after the change.
  const shift = Math.max(0, change.after - change.before);
  const last = Math.min(times.indexFrom(movedEnd(change) + shift), times.count - 1);
  const localMinutes: number[] = [];
  for (let index = Math.max(0, firstMoved - 1); index <= last; index += 1) localMinutes.push(times.at(index));
  return Math.min(
    ...readings.map((reading) =>
      smallestDifference(localMinutes.flatMap((local) => clock.instantsOf(local, reading))),
    ),
  );
}

/** Two local times that fall on one instant are one scheduled time. */
function smallestDifference(instants: readonly number[]): number {
  const ordered = [...new Set(instants)].sort((one, other) => one - other);
  return Math.min(...ordered.slice(1).map((instant, index) => instant - (ordered[index] ?? 0)));
}
