const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2_000;

/**
 * How long to wait before retry `retry` (1-based), in milliseconds: doubles from 100 up to 2000, of which
 * a random half is taken off, so that handlers that failed together do not come back together.
 */
export function retryDelayMs(retry: number, random: () => number): number {
  const ceilingMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1));
  return ceilingMs / 2 + (random() * ceilingMs) / 2;
}
