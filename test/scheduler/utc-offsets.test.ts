import { type UtcOffsets, utcOffsetsOf } from '../../src/scheduler/utc-offsets';

const MINUTE_MS = 60_000;
const SIX_HOURS = 360;

/** A zone's offset in minutes, read off its wall clock. */
function offsetReader(timeZone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return (utc) => {
    const [day, month, year, hour, minute] = (format.format(utc * MINUTE_MS).match(/\d+/g) ?? []).map(Number);
    const local = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute) / MINUTE_MS;
    return local - utc;
  };
}

function offsetIn({ first, changes }: UtcOffsets, minute: number): number {
  return changes.findLast((change) => change.atMinute <= minute)?.after ?? first;
}

describe('utcOffsetsOf', () => {
  test.each([
    { case: 'half an hour of daylight saving', timeZone: 'Australia/Lord_Howe' },
    { case: 'changes around Ramadan', timeZone: 'Africa/Casablanca' },
    { case: 'four changes in some years', timeZone: 'Asia/Gaza' },
    { case: 'changes of two hours', timeZone: 'Antarctica/Troll' },
    { case: 'offsets of odd minutes', timeZone: 'Pacific/Chatham' },
    { case: 'none', timeZone: 'Asia/Kathmandu' },
  ])('finds each change of $timeZone: $case', ({ timeZone }) => {
    const offsets = utcOffsetsOf(timeZone);
    const readOffset = offsetReader(timeZone);
    const end = Date.UTC(2066, 0, 1) / MINUTE_MS;

    for (let minute = Date.UTC(2026, 0, 1) / MINUTE_MS; minute < end; minute += SIX_HOURS) {
      if (offsetIn(offsets, minute) === readOffset(minute)) continue;
      expect({ minute, offset: offsetIn(offsets, minute) }).toEqual({ minute, offset: readOffset(minute) });
    }
    for (const { atMinute, before, after } of offsets.changes) {
      expect([readOffset(atMinute - 1), readOffset(atMinute)]).toEqual([before, after]);
    }
  });
});
