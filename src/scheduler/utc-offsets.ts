/** A change of a zone's offset from UTC. Minutes; instants count from 1970 in UTC. */
export interface OffsetChange {
  readonly atMinute: number;
  readonly before: number;
  readonly after: number;
}

/** The offsets of a zone from UTC over {@link FIRST_YEAR} to {@link LAST_YEAR}, in minutes. */
export interface UtcOffsets {
  readonly first: number;
  readonly changes: readonly OffsetChange[];
}

/**
 * The years that are looked at, whatever day it is: the same app gives the same plan on any day.
 *
 * Rules of the past decide nothing. Forty years hold each combination of weekday and date (28 years) and
 * each date of Ramadan, by which Morocco changes its offset (33 years).
 */
export const FIRST_YEAR = 2026;
export const LAST_YEAR = 2065;

const MINUTE_MS = 60_000;
const LOOK_MINUTES = 6 * 24 * 60;

/** Finds the offsets of a zone that `checkTimeZone` accepts. */
export function utcOffsetsOf(timeZone: string): UtcOffsets {
  return findOffsets(offsetReader(timeZone));
}

/** No two changes of a zone lie within six days, as Gaza's of a Ramadan nearly do: looking as often finds each. */
function findOffsets(offsetAt: (minute: number) => number): UtcOffsets {
  const start = Date.UTC(FIRST_YEAR, 0, 1) / MINUTE_MS;
  const end = Date.UTC(LAST_YEAR + 1, 0, 1) / MINUTE_MS;
  const first = offsetAt(start);
  const changes: OffsetChange[] = [];
  let before = first;
  for (let minute = start; minute < end; minute += LOOK_MINUTES) {
    const next = Math.min(minute + LOOK_MINUTES, end);
    const after = offsetAt(next);
    if (after === before) continue;
    changes.push({ atMinute: firstMinuteUnlike(before, minute, next, offsetAt), before, after });
    before = after;
  }
  return { first, changes };
}

function firstMinuteUnlike(
  offset: number,
  fromMinute: number,
  toMinute: number,
  offsetAt: (minute: number) => number,
): number {
  let same = fromMinute;
  let changed = toMinute;
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(middle) === offset) same = middle;
    else changed = middle;
  }
  return changed;
}

function offsetReader(timeZone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  return (minute) => {
    const [, sign, hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(format.format(minute * MINUTE_MS)) ?? [];
    const offset = Number(hours) * 60 + Number(minutes);
    return sign === '-' ? -offset : offset;
  };
}
