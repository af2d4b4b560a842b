import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';
import { largestWorking } from './largest-working';
import {
  type RangeFixes,
  type TimingInput,
  type WholeKey,
  type WholeValues,
  wholeValue,
  withValues,
} from './timing-input';
import { isKnown } from './unknown';

/** Times with the names of an input. */
type DerivedTimes = Omit<TimingInput, 'acceptLostCrashes'>;

/**
 * What to write instead of values out of range, so that every rule then holds: the nearest value in range where
 * it does, what is derived where it does not.
 *
 * @param usable the input, with the values that are out of range unknown
 * @param timesThatHold completes an input so that every rule holds
 */
export function workingRangeFixes(
  usable: TimingInput,
  timesThatHold: (input: TimingInput) => DerivedTimes | undefined,
): RangeFixes {
  const works = (values: WholeValues) => timesThatHold(withValues(usable, values)) !== undefined;
  const shorterDeadline = (longest: number): number | undefined =>
    largestWorking(ATTEMPT_DEADLINE_SECONDS.from, longest, (value) =>
      works({ attemptDeadlineSeconds: value }),
    );
  const derivedNumber = (key: WholeKey): number | undefined => {
    const without = withValues(usable, { [key]: undefined });
    // A lease is derived only beside a known deadline, and nothing is beside other values that are wrong.
    const inputs = [
      without,
      withValues(without, { attemptDeadlineSeconds: undefined }),
      { gapSeconds: usable.gapSeconds, retry: {} },
    ];
    for (const input of inputs) {
      const times = timesThatHold(input);
      const value = times === undefined ? undefined : wholeValue(times, key);
      if (value !== undefined && isKnown(value)) return value;
    }
    return undefined;
  };
  const workingNumber = (key: WholeKey, nearest: number): number => {
    if (works({ [key]: nearest })) return nearest;
    const shorter = key === 'attemptDeadlineSeconds' ? shorterDeadline(nearest) : undefined;
    return shorter ?? derivedNumber(key) ?? nearest;
  };
  const numbers = new Map<WholeKey, number>();
  return {
    numberFor: (key, nearest) => {
      const cached = numbers.get(key);
      if (cached !== undefined) return cached;
      const number = workingNumber(key, nearest);
      numbers.set(key, number);
      return number;
    },
    backoffOrder: (min, max) => {
      const changes = [
        { text: `lower it to ${max} s`, values: { minBackoffSeconds: max, maxBackoffSeconds: max } },
        {
          text: `raise maxBackoffDuration to ${min} s`,
          values: { minBackoffSeconds: min, maxBackoffSeconds: min },
        },
      ].filter(({ values }) => works(values));
      const [first] = changes;
      if (first !== undefined) {
        return { text: changes.map(({ text }) => text).join(' or '), values: first.values };
      }
      const free = { minBackoffSeconds: undefined, maxBackoffSeconds: undefined };
      const derived = timesThatHold(withValues(usable, free))?.retry;
      return derived === undefined
        ? { text: `lower it to ${max} s`, values: free }
        : {
            text: `set it to ${derived.minBackoffSeconds} s and maxBackoffDuration to ${derived.maxBackoffSeconds} s`,
            values: free,
          };
    },
  };
}
