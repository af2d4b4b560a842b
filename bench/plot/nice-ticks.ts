const MOST_TICKS = 6;
const STEPS = [1, 2, 5, 10];

/**
 * Round numbers from zero on, the last of which is not below `most`.
 *
 * @param most above zero
 */
export function niceTicks(most: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(most / MOST_TICKS));
  const fitting = STEPS.map((step) => step * magnitude).find((step) => Math.ceil(most / step) <= MOST_TICKS);
  const step = fitting ?? 10 * magnitude;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => rounded(index * step));
}

/** Steps below one add up to what is not round any more. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
