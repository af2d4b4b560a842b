import { largestWorking } from '../../src/timing/largest-working';

describe('largestWorking', () => {
  test.each([
    { case: 'some', low: 1, high: 9, limit: 5, expected: 5 },
    { case: 'all', low: 1, high: 9, limit: 100, expected: 9 },
    { case: 'only the first', low: 1, high: 9, limit: 1, expected: 1 },
    { case: 'none', low: 1, high: 9, limit: 0, expected: undefined },
    { case: 'none, since there is none', low: 2, high: 1, limit: 9, expected: undefined },
    { case: 'whole numbers between fractions', low: 1.2, high: 2.3, limit: 9, expected: 2 },
    { case: 'none between fractions', low: 0.5, high: 0.7, limit: 9, expected: undefined },
    { case: 'some without an upper bound', low: 0, high: Infinity, limit: 1e15, expected: 1e15 },
    { case: 'some without bounds', low: -Infinity, high: Infinity, limit: 3, expected: 3 },
    { case: 'none where a bound is no number', low: NaN, high: 9, limit: 5, expected: undefined },
  ])('is the last one where $case work', ({ low, high, limit, expected }) => {
    let steps = 0;
    const works = (candidate: number) => {
      steps += 1;
      return candidate <= limit;
    };

    expect(largestWorking(low, high, works)).toBe(expected);
    expect(steps).toBeLessThanOrEqual(55);
  });
});
