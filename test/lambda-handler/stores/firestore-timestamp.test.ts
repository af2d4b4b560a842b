import { parseTimestampMs, printTimestamp } from '../../../lambda-handler/stores/firestore-timestamp';

const NOON_MS = Date.UTC(2026, 9, 16, 12);

describe('parseTimestampMs', () => {
  test.each([
    { text: '2026-10-16T12:00:00Z', ms: NOON_MS },
    { text: '2026-10-16T12:00:00.1Z', ms: NOON_MS + 100 },
    { text: '2026-10-16T12:00:00.100Z', ms: NOON_MS + 100 },
    { text: '2026-10-16T12:00:00.000001Z', ms: NOON_MS + 0.001 },
    { text: '2026-10-16T12:00:00.999999Z', ms: NOON_MS + 999.999 },
    { text: '2026-10-16T12:00:00.999999999Z', ms: NOON_MS + 999.999 },
    { text: '1969-12-31T23:59:59.999999Z', ms: -0.001 },
  ])('reads $text', ({ text, ms }) => {
    expect(parseTimestampMs(text)).toBeCloseTo(ms, 3);
  });

  test('tells microseconds apart', () => {
    const earlier = parseTimestampMs('2026-10-16T12:00:00.123456Z') ?? Number.NaN;
    const later = parseTimestampMs('2026-10-16T12:00:00.123457Z') ?? Number.NaN;

    expect(later).toBeGreaterThan(earlier);
  });

  test.each([
    { text: undefined },
    { text: 1_792_152_000_000 },
    { text: '' },
    { text: 'now' },
    { text: '2026-10-16' },
    { text: '2026-10-16T12:00:00' },
    { text: '2026-10-16T12:00:00+02:00' },
    { text: '2026-13-16T12:00:00Z' },
    { text: '2026-10-16T12:00:00.Z' },
    { text: '2026-10-16T12:00:00Z ' },
  ])('does not read $text', ({ text }) => {
    expect(parseTimestampMs(text)).toBeUndefined();
  });
});

describe('printTimestamp', () => {
  test.each([
    { ms: NOON_MS, text: '2026-10-16T12:00:00.000000Z' },
    { ms: NOON_MS + 0.001, text: '2026-10-16T12:00:00.000001Z' },
    { ms: NOON_MS + 999.999, text: '2026-10-16T12:00:00.999999Z' },
    { ms: NOON_MS + 999.9999, text: '2026-10-16T12:00:01.000000Z' },
    { ms: -0.001, text: '1969-12-31T23:59:59.999999Z' },
  ])('prints $text', ({ ms, text }) => {
    expect(printTimestamp(ms)).toBe(text);
  });

  test('prints what was read, microsecond by microsecond', () => {
    for (let micros = 0; micros < 1_000_000; micros += 997) {
      const text = `2026-10-16T12:00:00.${String(micros).padStart(6, '0')}Z`;

      expect(printTimestamp(parseTimestampMs(text) ?? Number.NaN)).toBe(text);
    }
  });
});
