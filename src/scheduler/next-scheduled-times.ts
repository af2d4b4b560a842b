import { Cron } from 'croner';
import type { CronSchedule } from './cron-schedule';

/**
 * The next scheduled times after an instant, by classic cron's reading of daylight saving.
 *
 * A doubled time counts once, its first occurrence, unless hour or minute start with `*`; a dropped one moves
 * to the moment of the change.
 *
 * @param timeZone a zone that `checkTimeZone` accepts
 * @param from the times are later than this
 * @param count how many, at least 1
 */
export function nextScheduledTimes(
  schedule: CronSchedule,
  timeZone: string,
  from: Date,
  count: number,
): Date[] {
  const cron = new Cron(schedule.source, { paused: true, mode: '5-part', timezone: timeZone });
  return cron.nextRuns(count, from);
}
