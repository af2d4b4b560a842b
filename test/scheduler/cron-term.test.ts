import { CronPattern } from 'croner';
import fc from 'fast-check';
import { CRON_FIELDS, type CronField } from '../../src/scheduler/cron-fields';
import { valuesOfField } from '../../src/scheduler/cron-term';

/** A value as it may be written: a number, with a zero in front or not, or its name. */
function written(field: CronField): fc.Arbitrary<{ readonly value: number; readonly text: string }> {
  return fc
    .record({ value: fc.integer({ min: field.from, max: field.alias ?? field.to }), style: fc.nat(2) })
    .map(({ value, style }) => {
      const name = style === 0 ? field.names[value - field.from] : undefined;
      return { value, text: name ?? (style === 1 ? String(value).padStart(2, '0') : String(value)) };
    });
}

function term(field: CronField): fc.Arbitrary<string> {
  const step = fc.option(fc.integer({ min: 1, max: field.to - field.from + 1 }), { nil: undefined });
  const withStep = (text: string, every?: number) => (every === undefined ? text : `${text}/${every}`);
  const range = fc.tuple(written(field), written(field), step).map(([one, other, every]) => {
    // The library reads SUN-SUN as every day.
    if (one.value === other.value) return one.text;
    const [from, to] = one.value < other.value ? [one, other] : [other, one];
    return withStep(`${from.text}-${to.text}`, every);
  });
  return fc.oneof(
    written(field).map(({ text }) => text),
    range,
    step.map((every) => withStep('*', every)),
  );
}

function fieldText(field: CronField): fc.Arbitrary<string> {
  return fc.array(term(field), { minLength: 1, maxLength: 3 }).map((terms) => terms.join(','));
}

function indexesSet(slots: readonly number[]): number[] {
  return [...slots.keys()].filter((index) => slots[index] !== 0);
}

describe('valuesOfField', () => {
  test('reads each field as the cron library does', () => {
    const texts = fc.tuple(...CRON_FIELDS.map(fieldText));

    fc.assert(
      fc.property(texts, (fields) => {
        const pattern = new CronPattern(fields.join(' '), 'UTC', { mode: '5-part' });

        expect(CRON_FIELDS.map((field, index) => valuesOfField(field, fields[index] ?? ''))).toEqual([
          indexesSet(pattern.minute),
          indexesSet(pattern.hour),
          indexesSet(pattern.day).map((index) => index + 1),
          indexesSet(pattern.month).map((index) => index + 1),
          indexesSet(pattern.dayOfWeek),
        ]);
      }),
      { numRuns: 500 },
    );
  });
});
