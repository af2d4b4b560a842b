const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * The instant that an `X-CloudScheduler-ScheduleTime` header names, in milliseconds since 1970, or
 * `undefined` when the text is not RFC 3339 with `Z` or an offset.
 *
 * Strict where `Date.parse` is lenient: the calendar is checked (30 February is not 2 March), hour 24,
 * leap seconds, lower case letters, a space for `T` and a missing zone are refused. Digits beyond the
 * millisecond are cut.
 */
export function parseScheduleTime(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as SixNumbers;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;

  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  const isCalendarDay =
    local.getUTCFullYear() === year && local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  if (!isCalendarDay) return undefined;

  const offsetSign = match[8] === '-' ? -1 : 1;
  const localMs = local.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  const epochMs = localMs - offsetSign * (offsetHours * 60 + offsetMinutes) * 60_000;
  // An offset may lead out of the years that the one printed form, and the store, have room for.
  return epochMs >= FIRST_MS && epochMs <= LAST_MS ? epochMs : undefined;
}

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

type SixNumbers = [number, number, number, number, number, number];

/** Prints an instant in the one form that is hashed and stored: UTC with milliseconds and `Z`. */
export function printScheduleTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
