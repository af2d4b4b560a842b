import { type CronSchedule, parseCronSchedule } from '../../src/scheduler/cron-schedule';
import { smallestGapSeconds } from '../../src/scheduler/smallest-gap';
import cases from '../support/cases.json';

const MINUTE_MS = 60_000;

function scheduleOf(text: string): CronSchedule {
  const { schedule } = parseCronSchedule(text);
  if (schedule === undefined) throw new Error(text);
  return schedule;
}

/** The wall clock of a zone, minute by minute, as minutes since 1970 of a clock that never changes. */
function wallClockOf2026(timeZone: string): { utc: number; local: number }[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const start = Date.UTC(2026, 0, 1) / MINUTE_MS;
  const end = Date.UTC(2027, 0, 3) / MINUTE_MS;
  const minutes: { utc: number; local: number }[] = [];

  // Zones change their clocks on whole quarters of an hour in UTC.
  for (let quarter = start; quarter < end; quarter += 15) {
    const [day, month, shownYear, hour, minute] = format.format(quarter * MINUTE_MS).match(/\d+/g) ?? [];
    const local =
      Date.UTC(Number(shownYear), Number(month) - 1, Number(day), Number(hour), Number(minute)) / MINUTE_MS;
    for (let offset = 0; offset < 15; offset += 1)
      minutes.push({ utc: quarter + offset, local: local + offset });
  }
  return minutes;
}

function matches(schedule: CronSchedule, local: number): boolean {
  const minuteOfDay = local % 1440;
  if (!schedule.minutes.includes(minuteOfDay % 60)) return false;
  if (!schedule.hours.includes(Math.floor(minuteOfDay / 60))) return false;
  const date = new Date(local * MINUTE_MS);
  if (!schedule.months.includes(date.getUTCMonth() + 1)) return false;
  const isDayOfMonth = schedule.daysOfMonth.includes(date.getUTCDate());
  const isDayOfWeek = schedule.daysOfWeek.includes(date.getUTCDay());
  const isEither = schedule.restrictsDayOfMonth && schedule.restrictsDayOfWeek;
  return isEither ? isDayOfMonth || isDayOfWeek : isDayOfMonth && isDayOfWeek;
}

/** Walks through each minute of a year and fires as each reading of daylight saving says. */
function slowGapSeconds(
  schedule: CronSchedule,
  clock: readonly { utc: number; local: number }[],
  droppedReadings: readonly ('skipped' | 'shifted' | 'at-change')[],
): number {
  const occurrences = new Map<number, number[]>();
  const droppedTimes: { shifted: number; 'at-change': number }[] = [];
  let previous = (clock[0]?.local ?? 0) - 1;
  for (const { utc, local } of clock) {
    for (let missing = previous + 1; missing < local; missing += 1) {
      if (matches(schedule, missing)) {
        droppedTimes.push({ shifted: utc + missing - (previous + 1), 'at-change': utc });
      }
    }
    if (matches(schedule, local)) occurrences.set(local, [...(occurrences.get(local) ?? []), utc]);
    previous = local;
  }
  const gaps = droppedReadings.flatMap((dropped) =>
    ['first', 'second', 'both'].map((doubled) => {
      const instants = dropped === 'skipped' ? [] : droppedTimes.map((times) => times[dropped]);
      for (const [first = 0, second = first] of occurrences.values()) {
        if (doubled !== 'second') instants.push(first);
        if (doubled !== 'first') instants.push(second);
      }
      return smallestDifference(instants);
    }),
  );
  return 60 * Math.min(...gaps);
}

function smallestDifference(instants: readonly number[]): number {
  let smallest = Infinity;
  let previous = -Infinity;
  for (const instant of [...new Set(instants)].sort((one, other) => one - other)) {
    smallest = Math.min(smallest, instant - previous);
    previous = instant;
  }
  return smallest;
}

describe('smallestGapSeconds', () => {
  test.each(
    cases.smallestGap.map(([text, timeZone, gap]) => ({
      text: String(text),
      timeZone: String(timeZone),
      gap: Number(gap),
    })),
  )("is $gap s for '$text' in $timeZone", ({ text, timeZone, gap }) => {
    expect(smallestGapSeconds(scheduleOf(text), timeZone)).toBe(gap);
  });

  test.each([
    { case: 'each minute', text: '* * * * *', timeZone: 'Europe/Berlin', gap: 60 },
    { case: 'each hour through the changes', text: '5 * * * *', timeZone: 'Europe/Berlin', gap: 3600 },
    { case: 'the short day of spring', text: '0 12 * * *', timeZone: 'Europe/Berlin', gap: 23 * 3600 },
    { case: 'a leap day', text: '0 0 29 2 *', timeZone: 'UTC', gap: 1461 * 86_400 },
    { case: 'either of two days', text: '0 0 1 * 5', timeZone: 'UTC', gap: 86_400 },
    {
      case: 'half a year that is longer than by the calendar',
      text: '0 4 1 1,7 *',
      timeZone: 'Australia/Sydney',
      gap: 181 * 86_400 + 3600,
    },
    {
      case: 'a dropped time run as the clock changes',
      text: '10 2,3 * * *',
      timeZone: 'Europe/Berlin',
      gap: 600,
    },
    {
      case: 'a time shifted by half an hour to beside a later one',
      text: '25,40,56 2 * * *',
      timeZone: 'Australia/Lord_Howe',
      gap: 60,
    },
    { case: 'a change for Ramadan alone', text: '30 2 * * *', timeZone: 'Africa/Casablanca', gap: 3600 },
  ])('is $gap s for $case', ({ text, timeZone, gap }) => {
    expect(smallestGapSeconds(scheduleOf(text), timeZone)).toBe(gap);
  });

  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
  const texts = [
    '*/7 * * * *',
    '30 2 * * *',
    '20 1-3 * * *',
    '0 */5 * * *',
    '45 1 * * SUN',
    '15 2 1-7 * SUN',
  ];

  test.each(zones.map((timeZone) => ({ timeZone })))(
    'agrees with a slow walk through $timeZone',
    ({ timeZone }) => {
      const clock = wallClockOf2026(timeZone);

      for (const text of texts) {
        const schedule = scheduleOf(text);
        const slow = schedule.firesAtFixedTimes
          ? slowGapSeconds(schedule, clock, ['skipped', 'shifted', 'at-change'])
          : slowGapSeconds(schedule, clock, ['skipped', 'shifted']);

        expect({ text, gap: smallestGapSeconds(schedule, timeZone) }).toEqual({ text, gap: slow });
      }
    },
  );
});
