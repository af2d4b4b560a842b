import fc from 'fast-check';
import { labelRows } from '../../src/timeline/label-rows';

describe('labelRows', () => {
  test('puts labels that have room into the first row', () => {
    const labels = [
      { at: 0, width: 10 },
      { at: 12, width: 10 },
    ];

    expect(labelRows(labels, 2)).toEqual([0, 0]);
  });

  test('puts a label below the one that begins above its text', () => {
    const labels = [
      { at: 0, width: 10 },
      { at: 11, width: 10 },
    ];

    expect(labelRows(labels, 2)).toEqual([1, 0]);
  });

  test('lets no two labels touch and no leader cross a label', () => {
    const label = fc.record({ at: fc.integer({ min: 0, max: 100 }), width: fc.integer({ min: 1, max: 40 }) });
    const distinct = fc.uniqueArray(label, { selector: ({ at }) => at, maxLength: 8 });
    fc.assert(
      fc.property(distinct, (labels) => {
        const rows = labelRows(labels, 1);
        for (const [one, { at, width }] of labels.entries()) {
          for (const [other, { at: otherAt }] of labels.entries()) {
            const isAbove = one !== other && otherAt >= at && otherAt <= at + width;
            // A leader goes down to its own row: what it passes must lie below.
            if (isAbove) expect(rows[one]).toBeGreaterThan(rows[other] ?? 0);
          }
        }
      }),
    );
  });
});
