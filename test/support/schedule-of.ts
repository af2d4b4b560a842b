import { describeProblem } from '../../src/problem';
import { type CronSchedule, parseCronSchedule } from '../../src/scheduler/cron-schedule';

/** The schedule of a text that is known to be one. */
export function scheduleOf(text: string): CronSchedule {
  const { schedule, problems } = parseCronSchedule(text);
  if (schedule === undefined) throw new Error(problems.map(describeProblem).join());
  return schedule;
}
