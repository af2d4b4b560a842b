import { median, meets, summarize } from '../../bench/statistics';

describe('median', () => {
  test.each([
    { case: 'an odd number of figures', figures: [9, 1, 5], expected: 5 },
    { case: 'an even number of figures', figures: [10, 2, 9, 1], expected: 5.5 },
    { case: 'one figure', figures: [7], expected: 7 },
    { case: 'no figure', figures: [], expected: Number.NaN },
  ])('finds the middle of $case', ({ figures, expected }) => {
    expect(median(figures)).toBe(expected);
  });
});

describe('summarize', () => {
  test('compares the medians, and spreads over the pairs that were taken together', () => {
    const others = [{ peer: 'Python', figures: [7, 9, 8] }];

    expect(summarize({ product: [2, 4, 3], peer: [4, 16, 10], others })).toEqual({
      product: 3,
      peer: 10,
      others: [{ peer: 'Python', median: 8 }],
      ratio: 0.3,
      spread: { from: 0.25, to: 0.5 },
      rounds: 3,
    });
  });
});

describe('meets', () => {
  test.each([
    {
      case: 'a ratio at its upper limit',
      ratio: 0.5,
      target: { kind: 'at most', ratio: 0.5 },
      expected: true,
    },
    { case: 'a ratio above it', ratio: 0.51, target: { kind: 'at most', ratio: 0.5 }, expected: false },
    { case: 'a ratio at its lower limit', ratio: 2, target: { kind: 'at least', ratio: 2 }, expected: true },
    { case: 'a ratio below it', ratio: 1.99, target: { kind: 'at least', ratio: 2 }, expected: false },
  ] as const)('judges $case', ({ ratio, target, expected }) => {
    expect(meets(ratio, target)).toBe(expected);
  });
});
