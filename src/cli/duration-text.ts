const UNIT_SECONDS = { s: 1n, m: 60n, h: 3600n, d: 86_400n } as const;
type Unit = keyof typeof UNIT_SECONDS;

const DURATION = /^(\d{1,12})(?:\.(\d{1,9}))?([smhd])$/;
const NANOS = 1_000_000_000n;

/** How a duration is written, for messages. */
export const DURATION_FORM = 'a number with a unit: 180s, 3m, 1h, 1d, 3.5s';

/**
 * The seconds that a duration such as `180s`, `3m`, `1h`, `1d` or `3.5s` stands for; up to nine decimals.
 *
 * Computed in whole nanoseconds, so `0.1m` is 6. `undefined` where the text is anything else: a number
 * without a unit is not guessed at.
 */
export function parseDurationSeconds(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  const [, whole = '', decimals = '', unit] = match;
  const nanos = (BigInt(whole) * NANOS + BigInt(decimals.padEnd(9, '0'))) * UNIT_SECONDS[unit as Unit];
  return Number(nanos / NANOS) + Number(nanos % NANOS) / Number(NANOS);
}
