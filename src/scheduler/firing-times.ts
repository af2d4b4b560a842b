import type { CronSchedule } from './cron-schedule';
import { FIRST_YEAR, LAST_YEAR } from './utc-offsets';

const DAY_MS = 86_400_000;
const DAY_MINUTES = 24 * 60;

/** 1 January 1970 was a Thursday. */
const WEEKDAY_OF_1970 = 4;

/**
 * The local times at which a schedule fires, ascending, in minutes of a clock that never changes.
 *
 * Held as days and times of day: the forty years of a job each minute have 21 million of them.
 */
export interface FiringTimes {
  readonly count: number;
  readonly at: (index: number) => number;
  /** The index of the first one that is not before a local minute. */
  readonly indexFrom: (localMinute: number) => number;
  /** The smallest difference of neighbours from an index up to, without, an end. */
  readonly smallestGapBetween: (from: number, end: number) => number;
}

/** Lists the local firing times of a schedule over the years that `utcOffsetsOf` covers. */
export function firingTimesOf(schedule: CronSchedule): FiringTimes {
  const days = firingDays(schedule);
  const timesOfDay = schedule.hours.flatMap((hour) => schedule.minutes.map((minute) => hour * 60 + minute));
  const perDay = timesOfDay.length;
  const count = days.length * perDay;
  const at = (index: number) =>
    (days[Math.floor(index / perDay)] ?? 0) * DAY_MINUTES + (timesOfDay[index % perDay] ?? 0);
  const indexFrom = (localMinute: number) => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (at(middle) < localMinute) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const gapOfDay = smallestGap(timesOfDay);
  const smallestGapBetween = (from: number, end: number) => {
    const firstWhole = Math.ceil(from / perDay);
    const endOfWhole = Math.floor(end / perDay);
    if (firstWhole >= endOfWhole) return smallestGap(localMinutesBetween(from, end));
    // Part of a day has no gap that a whole day does not have.
    let smallest = gapOfDay;
    for (let last = firstWhole * perDay - 1; last + 1 < end; last += perDay) {
      if (last >= from) smallest = Math.min(smallest, at(last + 1) - at(last));
    }
    return smallest;
  };
  const localMinutesBetween = (from: number, end: number) =>
    Array.from({ length: Math.max(0, end - from) }, (_, index) => at(from + index));
  return { count, at, indexFrom, smallestGapBetween };
}

function smallestGap(ascending: readonly number[]): number {
  return Math.min(Infinity, ...ascending.slice(1).map((minute, index) => minute - (ascending[index] ?? 0)));
}

/** Days since 1970 on which the schedule fires, month by month: no date has to be taken apart. */
function firingDays(schedule: CronSchedule): number[] {
  const days: number[] = [];
  const firesOn = dayTest(schedule);
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    for (const month of schedule.months) {
      const first = Date.UTC(year, month - 1, 1) / DAY_MS;
      const end = Date.UTC(year, month, 1) / DAY_MS;
      for (let day = first; day < end; day += 1) {
        if (firesOn(day - first + 1, (day + WEEKDAY_OF_1970) % 7)) days.push(day);
      }
    }
  }
  return days;
}

function dayTest(schedule: CronSchedule): (dayOfMonth: number, dayOfWeek: number) => boolean {
  const daysOfMonth = new Set(schedule.daysOfMonth);
  const daysOfWeek = new Set(schedule.daysOfWeek);
  // Classic cron: two restrictions widen each other.
  return schedule.restrictsDayOfMonth && schedule.restrictsDayOfWeek
    ? (dayOfMonth, dayOfWeek) => daysOfMonth.has(dayOfMonth) || daysOfWeek.has(dayOfWeek)
    : (dayOfMonth, dayOfWeek) => daysOfMonth.has(dayOfMonth) && daysOfWeek.has(dayOfWeek);
}
