import fc from 'fast-check';
import { describeProblem, type Problem } from '../../src/problem';
import { deriveTiming } from '../../src/timing/derive-timing';
import { type TimingInput, withValues } from '../../src/timing/timing-input';

const KEYS: Readonly<Record<string, string>> = {
  attemptDeadline: 'attemptDeadlineSeconds',
  lease: 'leaseSeconds',
  retention: 'retentionSeconds',
  retryCount: 'retryCount',
  maxRetryDuration: 'maxRetryDurationSeconds',
  minBackoffDuration: 'minBackoffSeconds',
  maxBackoffDuration: 'maxBackoffSeconds',
  maxDoublings: 'maxDoublings',
};

/** Does what the first alternative of a problem says. */
function followed(input: TimingInput, { prop, fix = '' }: Problem): TimingInput {
  const [alternative = ''] = fix.split(/ or |; /);
  let changed = input;
  for (const step of alternative.split(' and ')) {
    const [, named = '', value] = /^(?:raise |lower |set )?(.+) to (\d+)(?: s)?$/.exec(step) ?? [];
    const key = KEYS[(named === 'it' ? prop : named).replace('retryConfig.', '')] ?? '';
    const change = { [key]: Number(value) };
    changed = withValues(changed, change);
  }
  return changed;
}

function numberFrom(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(0, 1.5, 90_000, 4_000_000_000));
}

const VALUES: Readonly<Record<string, fc.Arbitrary<number>>> = {
  attemptDeadlineSeconds: numberFrom(1, 2000),
  leaseSeconds: numberFrom(1, 2000),
  retentionSeconds: numberFrom(1, 5000),
  retryCount: fc.integer({ min: -1, max: 7 }),
  maxRetryDurationSeconds: fc.constantFrom(0, 1.5, 600, 100_000),
  minBackoffSeconds: numberFrom(1, 80),
  maxBackoffSeconds: numberFrom(1, 600),
  maxDoublings: fc.integer({ min: -1, max: 7 }),
};

/** Up to three values, so that most inputs have one problem at most. */
const inputs: fc.Arbitrary<TimingInput> = fc
  .tuple(
    fc.constantFrom(60, 120, 300, 600, 3600, 86_400),
    fc.subarray(Object.keys(VALUES), { minLength: 1, maxLength: 3 }),
  )
  .chain(([gapSeconds, keys]) =>
    fc
      .record(Object.fromEntries(keys.map((key) => [key, VALUES[key] ?? fc.constant(0)])))
      .map((values) => withValues({ gapSeconds, retry: {} }, values)),
  );

describe('the fixes of deriveTiming', () => {
  test('satisfy every rule at once where there is one problem', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const [problem, ...others] = deriveTiming(input).problems;
        fc.pre(problem !== undefined && others.length === 0);

        const again = deriveTiming(followed(input, problem as Problem));

        expect(again.problems.map(describeProblem)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
