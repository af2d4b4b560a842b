import { largestWorking } from './largest-working';

/**
 * A working number near to one that does not work: the larger one of two that are as near.
 *
 * Starts from numbers that work and halves the distance, so that the next number towards the given one does
 * not work. It is the very nearest if each stretch of numbers that work has its lower end among the known.
 */
export function nearestWorking(
  given: number,
  known: readonly number[],
  works: (candidate: number) => boolean,
): number | undefined {
  const lower = known.filter((number) => number < given);
  const higher = known.filter((number) => number > given);
  const below =
    lower.length === 0 ? undefined : largestWorking(Math.max(...lower), Math.ceil(given) - 1, works);
  const above =
    higher.length === 0 ? undefined : smallestWorking(Math.floor(given) + 1, Math.min(...higher), works);
  if (below === undefined || above === undefined) return below ?? above;
  return given - below < above - given ? below : above;
}

function smallestWorking(
  low: number,
  high: number,
  works: (candidate: number) => boolean,
): number | undefined {
  const steps = largestWorking(0, high - low, (step) => works(high - step));
  return steps === undefined ? undefined : high - steps;
}
