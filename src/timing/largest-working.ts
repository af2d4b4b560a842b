/**
 * The largest whole number from `low` to `high` that works, where each smaller one works as well.
 *
 * `undefined` when not even the first whole number does. Where some smaller one does not work, the result
 * still works and the next larger number does not. Ends after 54 steps, whatever the bounds are.
 */
export function largestWorking(
  low: number,
  high: number,
  works: (candidate: number) => boolean,
): number | undefined {
  // Beyond these neighbours are no longer told apart, and halving would not end.
  const first = Math.max(Math.ceil(low), Number.MIN_SAFE_INTEGER);
  const last = Math.min(Math.floor(high), Number.MAX_SAFE_INTEGER);
  if (!(first <= last) || !works(first)) return undefined;
  let working = first;
  let beyond = last + 1;
  while (beyond - working > 1) {
    const middle = Math.floor((working + beyond) / 2);
    if (works(middle)) working = middle;
    else beyond = middle;
  }
  return working;
}
