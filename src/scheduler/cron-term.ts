import type { CronField } from './cron-fields';

/** One term of a field: `5`, `MON-FRI`, `*` or, after a range or `*`, a step. */
export const CRON_TERM =
  /^(?:(?<star>\*)|(?<first>\d{1,2}|[A-Z]{3})(?:-(?<last>\d{1,2}|[A-Z]{3}))?)(?:\/(?<step>\d{1,2}))?$/;

/** The number that an end of a term stands for; `undefined` for a name that the field does not have. */
export function numberOf(field: CronField, value: string): number | undefined {
  if (/^\d+$/.test(value)) return Number(value);
  const index = field.names.indexOf(value);
  return index < 0 ? undefined : field.from + index;
}

/**
 * The values at which a field fires, ascending.
 *
 * @param text a field of which `cronTermProblem` finds no term wrong
 */
export function valuesOfField(field: CronField, text: string): number[] {
  const values = new Set<number>();
  for (const term of text.split(',')) {
    const { first, last = first, step = '1' } = CRON_TERM.exec(term)?.groups ?? {};
    const from = first === undefined ? field.from : (numberOf(field, first) ?? field.from);
    const to = last === undefined ? field.to : (numberOf(field, last) ?? field.to);
    for (let value = from; value <= to; value += Number(step)) {
      values.add(value === field.alias ? field.from : value);
    }
  }
  return [...values].sort((one, other) => one - other);
}
