import { invalid, type Json } from './api-request';

/** The fields that a list can be filtered by, each with its operator and the field of an item that it looks at. */
export type FilterFields = Readonly<Record<string, { readonly operator: '=' | '>'; readonly field: string }>>;

/**
 * Reads a filter of clauses `field="value"` and `field>"time"` joined by `AND`; anything else is refused, as the APIs
 * refuse what they do not understand.
 *
 * @see https://google.aip.dev/160
 */
export function parseFilter(text: string | null, fields: FilterFields): (item: Json) => boolean {
  if (text === null) return () => true;
  const clauses = text.split(' AND ').map((clause) => {
    const [, name = '', operator = '', value = ''] = /^([A-Za-z_]+)([=>])"([^"]*)"$/.exec(clause) ?? [];
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (known === undefined || known.operator !== operator) throw invalid(`Invalid filter: ${clause}`);
    if (operator === '=') return (item: Json) => item[known.field] === value;
    const sinceMs = Date.parse(value);
    if (Number.isNaN(sinceMs)) throw invalid(`Invalid timestamp in filter: ${clause}`);
    return (item: Json) => Date.parse(String(item[known.field])) > sinceMs;
  });
  return (item) => clauses.every((holds) => holds(item));
}
