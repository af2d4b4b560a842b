const PER_SECOND = 1e9;

/**
 * A sum or product of seconds, without the noise of binary fractions: 3 × 9.1 s is 27.3 s.
 *
 * Google's durations have at most nine decimals, so nothing that was given is lost.
 */
export function exactSeconds(seconds: number): number {
  return Number.isInteger(seconds) || !Number.isFinite(seconds)
    ? seconds
    : Math.round(seconds * PER_SECOND) / PER_SECOND;
}
