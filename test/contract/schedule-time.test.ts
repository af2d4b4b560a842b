import fc from 'fast-check';
import { parseScheduleTime, printScheduleTime } from '../../src/contract/schedule-time';
import cases from '../support/cases.json';

describe('parseScheduleTime', () => {
  test.each(cases.sameRun.map(([a, b]) => ({ a, b })))('reads $a and $b as one instant', ({ a, b }) => {
    expect(parseScheduleTime(b as string)).toBe(parseScheduleTime(a as string));
    expect(parseScheduleTime(a as string)).toBe(Date.parse('2026-10-16T12:00:00Z'));
  });

  test.each(cases.differentRun.map(([a, b]) => ({ a, b })))('tells $a from $b', ({ a, b }) => {
    expect(parseScheduleTime(b as string)).toBe((parseScheduleTime(a as string) as number) + 3_600_000);
  });

  test.each(cases.badScheduleTime.map((text) => ({ case: text })))('refuses "$case"', ({ case: text }) => {
    expect(parseScheduleTime(text)).toBeUndefined();
  });

  test.each([
    { case: 'a leap day of a leap year', text: '2028-02-29T00:00:00Z', iso: '2028-02-29T00:00:00.000Z' },
    { case: 'a year below 100', text: '0050-01-01T00:00:00Z', iso: '0050-01-01T00:00:00.000Z' },
    { case: 'nine decimals', text: '2026-10-16T12:00:00.123456789Z', iso: '2026-10-16T12:00:00.123Z' },
    { case: 'one decimal', text: '2026-10-16T12:00:00.5Z', iso: '2026-10-16T12:00:00.500Z' },
    { case: 'the largest offset', text: '2026-10-16T12:00:00+23:59', iso: '2026-10-15T12:01:00.000Z' },
    { case: 'a half-hour offset', text: '2026-10-16T12:00:00-03:30', iso: '2026-10-16T15:30:00.000Z' },
  ])('reads $case', ({ text, iso }) => {
    expect(printScheduleTime(parseScheduleTime(text) as number)).toBe(iso);
  });

  test.each([
    { case: 'a leap day of a common year', text: '2026-02-29T00:00:00Z' },
    { case: 'ten decimals', text: '2026-10-16T12:00:00.1234567890Z' },
    { case: 'minute 60 of an offset', text: '2026-10-16T12:00:00+05:60' },
    { case: 'an offset that leads into the year 10000', text: '9999-12-31T23:59:59-07:00' },
    { case: 'an offset that leads before the year 0', text: '0000-01-01T00:00:00+01:00' },
    { case: 'day 0', text: '2026-10-00T12:00:00Z' },
    { case: 'a lower-case z', text: '2026-10-16T12:00:00z' },
    { case: 'text behind the time', text: '2026-10-16T12:00:00Z ' },
    { case: 'two values joined', text: '2026-10-16T12:00:00Z, 2026-10-16T12:00:00Z' },
  ])('refuses $case', ({ text }) => {
    expect(parseScheduleTime(text)).toBeUndefined();
  });

  test('reads back every instant that printScheduleTime prints', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), noInvalidDate: true }), (date) => {
        fc.pre(date.getUTCFullYear() <= 9999);

        expect(parseScheduleTime(printScheduleTime(date.getTime()))).toBe(date.getTime());
      }),
    );
  });
});
