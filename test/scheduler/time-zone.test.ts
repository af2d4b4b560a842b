import { describeProblem } from '../../src/problem';
import { checkTimeZone } from '../../src/scheduler/time-zone';
import { TZ_DATABASE_LINKS } from '../../src/scheduler/tz-database-links';
import { utcOffsetsOf } from '../../src/scheduler/utc-offsets';

const MUST = "timeZone must be a name of the tz database, such as 'Europe/Berlin' or 'Etc/UTC'";

describe('checkTimeZone', () => {
  test.each(
    [
      'UTC',
      'Etc/UTC',
      'Europe/Berlin',
      'America/Argentina/Buenos_Aires',
      'US/Pacific',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'Europe/Kyiv',
      'Etc/GMT+5',
    ].map((name) => ({ name })),
  )('accepts $name', ({ name }) => {
    expect(checkTimeZone(name)).toEqual([]);
  });

  test.each([
    { text: '', got: "''" },
    { text: '+02:00', got: "'+02:00': write 'Etc/GMT-2', which is 2 h ahead of UTC: its sign is inverted" },
    { text: 'GMT+2', got: "'GMT+2': write 'Etc/GMT-2', which is 2 h ahead of UTC: its sign is inverted" },
    { text: 'utc-12', got: "'utc-12': write 'Etc/GMT+12', which is 12 h behind UTC: its sign is inverted" },
    { text: 'GMT+14', got: "'GMT+14': write 'Etc/GMT-14', which is 14 h ahead of UTC: its sign is inverted" },
    { text: 'GMT+15', got: "'GMT+15'" },
    { text: 'GMT+5:30', got: "'GMT+5:30'" },
    { text: 'UTC+0', got: "'UTC+0': write 'Etc/UTC'" },
    { text: 'CET+1', got: "'CET+1'" },
    { text: 'PST', got: "'PST'" },
    { text: 'Mars/Olympus_Mons', got: "'Mars/Olympus_Mons'" },
    { text: 'europe/berlin', got: "'europe/berlin': write 'Europe/Berlin'" },
    { text: 'us/pacific', got: "'us/pacific': write 'US/Pacific'" },
    { text: 'utc', got: "'utc': write 'UTC'" },
    { text: 'America/New York', got: "'America/New York': write 'America/New_York'" },
    { text: ' Europe/Berlin', got: "' Europe/Berlin': write 'Europe/Berlin'" },
    { text: 'Berlin', got: "'Berlin': write 'Europe/Berlin'" },
  ])("refuses '$text'", ({ text, got }) => {
    expect(checkTimeZone(text).map(describeProblem)).toEqual([`${MUST}, got ${got}`]);
  });

  test.each([
    { text: 'GMT+2', offset: 120 },
    { text: 'UTC-5', offset: -300 },
  ])('suggests for $text a zone that is $offset minutes ahead of UTC', ({ text, offset }) => {
    const [, name = ''] = /^write '(.*?)'/.exec(checkTimeZone(text)[0]?.fix ?? '') ?? [];

    expect(utcOffsetsOf(name)).toEqual({ first: offset, changes: [] });
  });

  test('cuts a long text', () => {
    expect(checkTimeZone('x'.repeat(5000))[0]?.got).toBe(`'${'x'.repeat(80)}…'`);
  });

  test('reports what is no text', () => {
    expect(checkTimeZone(2 as unknown as string).map(describeProblem)).toEqual([`${MUST}, got 2`]);
  });
});

describe('TZ_DATABASE_LINKS', () => {
  test('lists only names that the runtime knows', () => {
    const isKnown = (timeZone: string) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
      } catch {
        return false;
      }
    };

    expect(TZ_DATABASE_LINKS.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe('utcOffsetsOf', () => {
  const summary = (timeZone: string) => {
    const { first, changes } = utcOffsetsOf(timeZone);
    return {
      first,
      changes: changes.slice(0, 2).map(({ atMinute, before, after }) => ({
        at: new Date(atMinute * 60_000).toISOString(),
        before,
        after,
      })),
    };
  };

  test('has no change in UTC', () => {
    expect(summary('UTC')).toEqual({ first: 0, changes: [] });
  });

  test('finds the minute of each change', () => {
    expect(summary('America/New_York')).toEqual({
      first: -300,
      changes: [
        { at: '2026-03-08T07:00:00.000Z', before: -300, after: -240 },
        { at: '2026-11-01T06:00:00.000Z', before: -240, after: -300 },
      ],
    });
  });

  test('finds changes of half an hour', () => {
    expect(summary('Australia/Lord_Howe')).toEqual({
      first: 660,
      changes: [
        { at: '2026-04-04T15:00:00.000Z', before: 660, after: 630 },
        { at: '2026-10-03T15:30:00.000Z', before: 630, after: 660 },
      ],
    });
  });
});
