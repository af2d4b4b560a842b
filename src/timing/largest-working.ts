/**
 * The largest whole number from `low` to `high` that works, where each smaller one works as well.
 *
 * `undefined` when not even `low` does.
 */
export function largestWorking(
  low: number,
  high: number,
  works: (candidate: number) => boolean,
): number | undefined {
  if (high < low || !works(low)) return undefined;
  let working = low;
  let beyond = high + 1;
  while (beyond - working > 1) {
    const middle = Math.floor((working + beyond) / 2);
    if (works(middle)) working = middle;
    else beyond = middle;
  }
  return working;
}
