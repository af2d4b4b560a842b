import type { CronSchedule } from './cron-schedule';
import { FIRST_YEAR, LAST_YEAR } from './utc-offsets';

const DAY_MS = 86_400_000;
const DAY_MINUTES = 24 * 60;

const FIRST_DAY = Date.UTC(FIRST_YEAR, 0, 1) / DAY_MS;
const END_DAY = Date.UTC(LAST_YEAR + 1, 0, 1) / DAY_MS;

/** 1 January 1970 was a Thursday. */
const WEEKDAY_OF_1970 = 4;

/**
 * The local times at which a schedule fires, ascending, in minutes of a clock that never changes.
 *
 * Held as days and times of day: the forty years of a job each minute have 21 million of them.
 */
export interface FiringTimes {
  readonly count: number;
  readonly firesEveryDay: boolean;
  readonly at: (index: number) => number;
  /** The index of the first one that is not before a local minute. */
  readonly indexFrom: (localMinute: number) => number;
  /** The smallest difference of neighbours from an index up to, without, an end. */
  readonly smallestGapBetween: (from: number, end: number) => number;
}

const known = new WeakMap<CronSchedule, FiringTimes>();

/** Lists the local firing times of a schedule over the years that `utcOffsetsOf` covers; once for each. */
export function firingTimesOf(schedule: CronSchedule): FiringTimes {
  const cached = known.get(schedule);
  if (cached !== undefined) return cached;
  const times = listFiringTimes(schedule);
  known.set(schedule, times);
  return times;
}

function listFiringTimes(schedule: CronSchedule): FiringTimes {
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
  const gapOfMidnight = DAY_MINUTES + (timesOfDay[0] ?? 0) - (timesOfDay.at(-1) ?? 0);
  const smallestGapBetween = (from: number, end: number) => {
    const firstWhole = Math.ceil(from / perDay);
    const endOfWhole = Math.floor(end / perDay);
    if (firstWhole >= endOfWhole) return smallestGap(localMinutesBetween(from, end));
    // Part of a day has no gap that a whole day does not have.
    let smallest = gapOfDay;
    const firstMidnight = from < firstWhole * perDay ? firstWhole : firstWhole + 1;
    for (let day = firstMidnight; day * perDay < end && smallest > gapOfMidnight; day += 1) {
      smallest = Math.min(smallest, at(day * perDay) - at(day * perDay - 1));
    }
    return smallest;
  };
  const localMinutesBetween = (from: number, end: number) =>
    Array.from({ length: Math.max(0, end - from) }, (_, index) => at(from + index));
  const firesEveryDay = days.length === END_DAY - FIRST_DAY;
  return { count, firesEveryDay, at, indexFrom, smallestGapBetween };
}

function smallestGap(ascending: readonly number[]): number {
  return Math.min(Infinity, ...ascending.slice(1).map((minute, index) => minute - (ascending[index] ?? 0)));
}

const knownDays = new Map<string, readonly number[]>();

/** Days since 1970 on which the schedule fires; once for each pattern of days, which many jobs share. */
function firingDays(schedule: CronSchedule): readonly number[] {
  const { daysOfMonth, months, daysOfWeek, restrictsDayOfMonth, restrictsDayOfWeek } = schedule;
  const pattern = [daysOfMonth, months, daysOfWeek, restrictsDayOfMonth, restrictsDayOfWeek].join(' ');
  const cached = knownDays.get(pattern);
  if (cached !== undefined) return cached;
  const days = listFiringDays(schedule);
  knownDays.set(pattern, days);
  return days;
}

/** Month by month, so that no date has to be taken apart. */
function listFiringDays(schedule: CronSchedule): number[] {
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
