import type { CronSchedule } from './cron-schedule';
import { type FiringTimes, firingTimesOf } from './firing-times';
import { type LocalClock, type LocalTimeReading, localClockOf, movedEnd, movedFrom } from './local-clock';
import type { OffsetChange } from './utc-offsets';

const DAY_MINUTES = 1440;

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
  if (times.firesEveryDay) return times.smallestGapBetween(0, times.count);
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
  for (const change of times.firesEveryDay ? clock.kindsOfChange : clock.changes) {
    const around = indexesAround(change, times);
    const unmovedGap = gapOfUnmovedPair(around, times, clock);
    if (unmovedGap !== undefined) {
      smallest = Math.min(smallest, unmovedGap);
      continue;
    }
    const kind = kindOf(change, around, times, clock);
    if (kind !== undefined && seen.has(kind)) continue;
    if (kind !== undefined) seen.add(kind);
    const localMinutes = Array.from({ length: around.end - around.from }, (_, index) =>
      times.at(around.from + index),
    );
    // Where this change alone moves anything, it either doubles or drops.
    const doubles = change.after < change.before;
    const deciding = readings.filter(
      ({ doubled, dropped }) => kind === undefined || (doubles ? dropped === 'skipped' : doubled === 'both'),
    );
    for (const reading of deciding) {
      const instants = localMinutes.flatMap((local) => clock.instantsOf(local, reading));
      smallest = Math.min(smallest, smallestDifference(instants));
    }
  }
  return smallest;
}

interface IndexRange {
  readonly from: number;
  readonly end: number;
}

/** The times that a change moves and the neighbours that they may come near to. */
function indexesAround(change: OffsetChange, times: FiringTimes): IndexRange {
  const firstMoved = times.indexFrom(movedFrom(change));
  // Shifted times fall among those of as many minutes after the change.
  const shift = Math.max(0, change.after - change.before);
  const last = times.indexFrom(movedEnd(change) + shift);
  return { from: Math.max(0, firstMoved - 1), end: Math.min(last + 1, times.count) };
}

/** The gap between the only two times around a change, where it moves neither: every reading has the same. */
function gapOfUnmovedPair(
  { from, end }: IndexRange,
  times: FiringTimes,
  clock: LocalClock,
): number | undefined {
  if (end - from !== 2) return undefined;
  const [first, last] = [times.at(from), times.at(from + 1)];
  const [firstOffset, lastOffset] = [clock.offsetAt(first), clock.offsetAt(last)];
  if (firstOffset === undefined || lastOffset === undefined) return undefined;
  return last - lastOffset - (first - firstOffset);
}

/**
 * What changes around which the same times fire have in common.
 *
 * Times of one day are told apart by their number and the neighbours. Undefined where they may be of several
 * days, and where a neighbour may be moved by another change.
 */
function kindOf(
  { atMinute, before, after }: OffsetChange,
  { from, end }: IndexRange,
  times: FiringTimes,
  clock: LocalClock,
): string | undefined {
  const first = times.at(from);
  const last = times.at(end - 1);
  const offsets = [clock.offsetAt(first), clock.offsetAt(last)];
  if (offsets.includes(undefined) || 2 * Math.abs(after - before) > DAY_MINUTES) return undefined;
  const distances = [first - atMinute, times.at(Math.min(from + 1, end - 1)) - atMinute, last - atMinute];
  return [before, after, atMinute % DAY_MINUTES, end - from, ...offsets, ...distances].join(' ');
}

/** Two local times that fall on one instant are one scheduled time. */
function smallestDifference(instants: readonly number[]): number {
  const ordered = [...new Set(instants)].sort((one, other) => one - other);
  return Math.min(Infinity, ...ordered.slice(1).map((instant, index) => instant - (ordered[index] ?? 0)));
}
