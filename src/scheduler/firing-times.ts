import type { CronSchedule } from './cron-schedule';
import { FIRST_YEAR, LAST_YEAR } from './utc-offsets';

const DAY_MS = 86_400_000;
const DAY_MINUTES = 24 * 60;

/**
 * The local times at which a schedule fires, ascending, in minutes of a clock that never changes.
 *
 * Held as days and times of day: the forty years of a job each minute have 21 million of them.
 */
export interface FiringTimes {
  readonly count: number;
  /** How many there are on each day that fires. */
  readonly perDay: number;
  readonly at: (index: number) => number;
  /** The index of the first one that is not before a local minute. */
  readonly indexFrom: (localMinute: number) => number;
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
  return { count, perDay, at, indexFrom };
}

/** Days since 1970 on which the schedule fires. */
function firingDays(schedule: CronSchedule): number[] {
  const days: number[] = [];
  const end = Date.UTC(LAST_YEAR + 1, 0, 1) / DAY_MS;
  for (let day = Date.UTC(FIRST_YEAR, 0, 1) / DAY_MS; day < end; day += 1) {
    if (firesOn(schedule, new Date(day * DAY_MS))) days.push(day);
  }
  return days;
}

function firesOn(schedule: CronSchedule, date: Date): boolean {
  if (!schedule.months.includes(date.getUTCMonth() + 1)) return false;
  const isDayOfMonth = schedule.daysOfMonth.includes(date.getUTCDate());
  const isDayOfWeek = schedule.daysOfWeek.includes(date.getUTCDay());
  // Classic cron: two restrictions widen each other.
  return schedule.restrictsDayOfMonth && schedule.restrictsDayOfWeek
    ? isDayOfMonth || isDayOfWeek
    : isDayOfMonth && isDayOfWeek;
}
