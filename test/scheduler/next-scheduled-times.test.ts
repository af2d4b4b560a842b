import fc from 'fast-check';
import { nextScheduledTimes } from '../../src/scheduler/next-scheduled-times';
import { smallestGapSeconds } from '../../src/scheduler/smallest-gap';
import { scheduleOf } from '../support/schedule-of';

function nextTexts(text: string, timeZone: string, from: string, count: number): string[] {
  return nextScheduledTimes(scheduleOf(text), timeZone, new Date(from), count).map((time) =>
    time.toISOString().slice(0, 16),
  );
}

describe('nextScheduledTimes', () => {
  test.each([
    {
      case: 'those after the instant, without the instant itself',
      text: '0 2 * * *',
      timeZone: 'Etc/UTC',
      from: '2026-01-31T02:00:00Z',
      times: ['2026-02-01T02:00', '2026-02-02T02:00'],
    },
    {
      case: 'leap days alone',
      text: '0 0 29 2 *',
      timeZone: 'Etc/UTC',
      from: '2026-01-01T00:00:00Z',
      times: ['2028-02-29T00:00', '2032-02-29T00:00'],
    },
    {
      case: 'either of two days',
      text: '0 0 1 * 5',
      timeZone: 'Etc/UTC',
      from: '2026-09-30T12:00:00Z',
      times: ['2026-10-01T00:00', '2026-10-02T00:00'],
    },
    {
      case: 'a dropped time at the change',
      text: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      from: '2026-03-28T12:00:00Z',
      times: ['2026-03-29T01:00', '2026-03-30T00:30'],
    },
    {
      case: 'a doubled time once',
      text: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      from: '2026-10-24T12:00:00Z',
      times: ['2026-10-25T00:30', '2026-10-26T01:30'],
    },
    {
      case: 'a doubled time of each hour twice',
      text: '30 * * * *',
      timeZone: 'Europe/Berlin',
      from: '2026-10-25T00:00:00Z',
      times: ['2026-10-25T00:30', '2026-10-25T01:30'],
    },
  ])('tells $case', ({ text, timeZone, from, times }) => {
    expect(nextTexts(text, timeZone, from, times.length)).toEqual(times);
  });

  test('never tells two that are closer than the smallest gap', () => {
    const texts = [
      '*/7 * * * *',
      '30 2 * * *',
      '20 1-3 * * *',
      '15,45 2 * * SUN',
      '0 0 1 * 5',
      '59 23 31 12 *',
    ];
    const zones = [
      'Etc/UTC',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'America/New_York',
    ];
    const starts = fc.date({ min: new Date('2026-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.constantFrom(...zones), starts, (text, timeZone, from) => {
        const schedule = scheduleOf(text);
        const times = nextScheduledTimes(schedule, timeZone, from, 4).map((time) => time.getTime() / 1000);

        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(smallestGapSeconds(schedule, timeZone));
      }),
      { numRuns: 60 },
    );
  });
});
