import { nearestWorking } from '../../src/timing/nearest-working';

describe('nearestWorking', () => {
  const between = (from: number, to: number) => (candidate: number) => candidate >= from && candidate <= to;

  test.each([
    { case: 'below', given: 50, known: [10], works: between(10, 20), expected: 20 },
    { case: 'above', given: 5, known: [30], works: between(10, 30), expected: 10 },
    {
      case: 'on the nearer side',
      given: 25,
      known: [10, 40],
      works: (candidate: number) => between(10, 20)(candidate) || between(28, 40)(candidate),
      expected: 28,
    },
    {
      case: 'above, where both are as near',
      given: 25,
      known: [10, 40],
      works: (candidate: number) => between(10, 20)(candidate) || between(30, 40)(candidate),
      expected: 30,
    },
    { case: 'next to a fraction', given: 20.5, known: [10], works: between(10, 20), expected: 20 },
    { case: 'nowhere', given: 20, known: [], works: () => false, expected: undefined },
  ])('finds the one $case', ({ given, known, works, expected }) => {
    expect(nearestWorking(given, known, works)).toBe(expected);
  });
});
