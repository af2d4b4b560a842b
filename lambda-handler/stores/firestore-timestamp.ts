const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/;

/**
 * Reads a timestamp as Firestore prints it, in milliseconds since 1970 with the microseconds as fraction.
 *
 * `undefined` for everything else. Digits beyond the microsecond are cut, as the store itself cuts them.
 */
export function parseTimestampMs(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const wholeSecondsMs = Date.parse(`${match[1]}Z`);
  if (Number.isNaN(wholeSecondsMs)) return undefined;
  const micros = Number((match[2] ?? '').padEnd(6, '0').slice(0, 6));
  return wholeSecondsMs + micros / 1000;
}

/** Prints milliseconds since 1970 as UTC with microseconds: `2026-10-16T12:00:00.000001Z`. */
export function printTimestamp(epochMs: number): string {
  const epochMicros = Math.round(epochMs * 1000);
  const wholeSeconds = Math.floor(epochMicros / 1_000_000);
  const micros = epochMicros - wholeSeconds * 1_000_000;
  const seconds = new Date(wholeSeconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return `${seconds}.${String(micros).padStart(6, '0')}Z`;
}
