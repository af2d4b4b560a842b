import { quotedText } from '../quoted-text';
import type { CronSchedule } from './cron-schedule';
import { firingTimesOf } from './firing-times';
import { localClockOf, movedEnd, movedFrom } from './local-clock';
import type { OffsetChange } from './utc-offsets';

const MINUTE_MS = 60_000;
const HOURS_A_DAY = 24;

/**
 * What a valid schedule should make its user think about, as sentences.
 *
 * @param timeZone a zone that `checkTimeZone` accepts
 */
export function scheduleWarnings(schedule: CronSchedule, timeZone: string): string[] {
  return [...dayWarnings(schedule), ...clockChangeWarnings(schedule, timeZone)];
}

function dayWarnings(schedule: CronSchedule): string[] {
  if (!schedule.restrictsDayOfMonth || !schedule.restrictsDayOfWeek) return [];
  return [
    `schedule ${quotedText(schedule.source)} restricts both day of month and day of week: either may fire, as in classic cron`,
  ];
}

/** A job of each hour loses or gains nothing that its next run does not make up for. */
function clockChangeWarnings(schedule: CronSchedule, timeZone: string): string[] {
  if (schedule.hours.length === HOURS_A_DAY) return [];
  const times = firingTimesOf(schedule);
  const clock = localClockOf(timeZone);
  const changes = times.firesEveryDay ? clock.kindsOfChange : clock.changes;
  const firstMoved = (doubled: boolean) => {
    for (const change of changes) {
      if (change.after < change.before !== doubled) continue;
      const index = times.indexFrom(movedFrom(change));
      if (index < times.indexFrom(movedEnd(change))) return { time: localText(times.at(index)), change };
    }
    return undefined;
  };
  const dropped = firstMoved(false);
  const doubled = firstMoved(true);
  const [first] = [dropped, doubled].filter((moved) => moved !== undefined);
  if (first === undefined) return [];
  const what = [
    ...(dropped === undefined ? [] : [`drops, as on ${dropped.time}`]),
    ...(doubled === undefined ? [] : [`doubles, as on ${doubled.time}`]),
  ].join(', and ');
  return [
    `schedule ${quotedText(schedule.source)} fires at local times that ${timeZone} ${what}: such a run may be skipped, late ` +
      `or doubled; use Etc/UTC or times outside ${movedText(first.change)}`,
  ];
}

/** `2026-03-29 02:30`. */
function localText(localMinute: number): string {
  return new Date(localMinute * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
}

/** `02:00 to 02:59`. */
function movedText(change: OffsetChange): string {
  const [from, last] = [movedFrom(change), movedEnd(change) - 1].map((minute) => localText(minute).slice(11));
  return `${from} to ${last}`;
}
