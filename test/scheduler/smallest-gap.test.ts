import fc from 'fast-check';
import { clockWith } from '../../src/scheduler/local-clock';
import { smallestGapOnClock, smallestGapSeconds } from '../../src/scheduler/smallest-gap';
import { utcOffsetsOf } from '../../src/scheduler/utc-offsets';
import cases from '../support/cases.json';
import { scheduleOf } from '../support/schedule-of';
import { slowGapSeconds } from './slow-gap';

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

  test.each([
    { text: '30 2 * * *', timeZone: 'Europe/Berlin' },
    { text: '0 */5 * * *', timeZone: 'America/New_York' },
    { text: '15 2 1-7 * SUN', timeZone: 'Australia/Lord_Howe' },
    { text: '30 2,3 * * *', timeZone: 'Africa/Casablanca' },
    { text: '20 0,1,23 * * *', timeZone: 'Asia/Gaza' },
    { text: '*/20 1-3 29 2,3 *', timeZone: 'Antarctica/Troll' },
    { text: '0 0 29 2 *', timeZone: 'Pacific/Chatham' },
    { text: '0 9 31 12 *', timeZone: 'Asia/Kolkata' },
    { text: '0 0 * * 6', timeZone: 'Pacific/Apia' },
  ])("agrees with a walk through forty years for '$text' in $timeZone", ({ text, timeZone }) => {
    const schedule = scheduleOf(text);

    const slow = slowGapSeconds(schedule, utcOffsetsOf(timeZone));

    expect(smallestGapSeconds(schedule, timeZone)).toBe(slow);
  });
});

describe('smallestGapOnClock', () => {
  const minutes = fc.constantFrom('0', '59', '10,50', '5,25,40,56');
  const hours = fc.constantFrom('*/6', '0', '1-3', '2', '2,3', '0,23', '23');
  const days = fc.oneof(
    fc.constant('* * *'),
    fc.constantFrom('* * SUN', '* 3,10 *', '1 * *', '29 2 *', '31 12 *', '1-7 * SUN', '25 3 *'),
  );
  const schedules = fc
    .tuple(minutes, hours, days)
    .map(([minute, hour, day]) => scheduleOf(`${minute} ${hour} ${day}`));

  /** Half an hour, an hour, two, and the date line: by how much a clock is put forward or back. */
  const shifts = fc.constantFrom(20, 30, 60, 120, 1440).chain((size) => fc.constantFrom(size, -size));
  const hour = fc.constantFrom(0, 1, 2, 3, 23);
  const clocks = fc.array(
    fc.record({ weeks: fc.integer({ min: 1, max: 100 }), day: fc.nat(6), hour, shifts }),
    {
      minLength: 6,
      maxLength: 30,
    },
  );

  test('agrees with a walk through forty years on any clock', () => {
    fc.assert(
      fc.property(schedules, clocks, (schedule, steps) => {
        let atMinute = Date.UTC(2026, 0, 1) / 60_000;
        let before = 0;
        const changes = steps.map(({ weeks, day, hour, shifts: shift }) => {
          atMinute += (weeks + 1) * 10_080 + day * 1440;
          const change = { atMinute: atMinute + hour * 60 - before, before, after: before + shift };
          before = change.after;
          return change;
        });
        const end = Date.UTC(2065, 0, 1) / 60_000;
        const offsets = { first: 0, changes: changes.filter((change) => change.atMinute < end) };

        const gap = smallestGapOnClock(schedule, clockWith(offsets));

        expect(gap).toBe(slowGapSeconds(schedule, offsets));
      }),
      { numRuns: 20 },
    );
  });

  test('counts the gaps of a day that a change cuts in two, when each day is', () => {
    const schedule = scheduleOf('10,20 0,12 29 2 *');
    const leapDays = Array.from({ length: 10 }, (_, index) => Date.UTC(2028 + 4 * index, 1, 29) / 60_000);
    const changes = leapDays.map((day, index) => ({
      atMinute: day + 360,
      before: index % 2 === 0 ? 0 : 60,
      after: index % 2 === 0 ? 60 : 0,
    }));

    expect(smallestGapOnClock(schedule, clockWith({ first: 0, changes }))).toBe(600);
  });
});
