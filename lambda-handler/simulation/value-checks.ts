import type { Problem } from '../../src/problem';
import type { WholeRange } from '../../src/timing/cloud-scheduler-limits';

const LONGEST_SHOWN = 80;

/** A value as the user would recognise it, cut after 80 characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `'${cut(value)}'`;
  if (typeof value === 'function') return 'a function';
  if (isPromise(value)) return 'a Promise';
  if (isObject(value)) return 'an object';
  return Array.isArray(value) ? 'a list' : cut(String(value));
}

function cut(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** Neither `null` nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Something that would have to be waited for. */
export function isPromise(value: unknown): boolean {
  return isObject(value) && typeof value['then'] === 'function';
}

/** One problem unless the rule holds. */
export function must(holds: boolean, prop: string, rule: string, value: unknown, fix?: string): Problem[] {
  if (holds) return [];
  const problem = { prop, must: rule, got: shown(value) };
  return [fix === undefined ? problem : { ...problem, fix }];
}

/** A number within a range, which need not be whole. */
export function mustBeWithin(prop: string, value: unknown, { from, to }: WholeRange): Problem[] {
  const holds = typeof value === 'number' && value >= from && value <= to;
  return must(holds, prop, `be a number from ${from} to ${to}`, value);
}

/** A whole number within a range. */
export function mustBeWhole(prop: string, value: unknown, { from, to }: WholeRange): Problem[] {
  const holds = Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
  return must(holds, prop, `be a whole number from ${from} to ${to}`, value);
}

/** One of a few texts. */
export function mustBeOneOf(prop: string, value: unknown, choices: readonly string[]): Problem[] {
  return must(choices.includes(value as string), prop, `be ${choices.join(' or ')}`, value);
}

/** A text that is not empty. */
export function mustBeText(prop: string, value: unknown): Problem[] {
  return must(typeof value === 'string' && value !== '', prop, 'be a text', value);
}

/** A list, each item of which is checked under its index. */
export function mustBeList(
  prop: string,
  value: unknown,
  problemsOf: (prop: string, item: unknown) => readonly Problem[],
): Problem[] {
  if (!Array.isArray(value)) return must(false, prop, 'be a list', value);
  return value.flatMap((item, index) => problemsOf(`${prop}[${index}]`, item));
}

/** An object, whose parts are checked where it is one. A Promise is none. */
export function mustBeObject(
  prop: string,
  value: unknown,
  problemsOf: (parts: Readonly<Record<string, unknown>>) => readonly Problem[],
): Problem[] {
  const holds = isObject(value) && !isPromise(value);
  return holds ? [...problemsOf(value)] : must(false, prop, 'be an object', value);
}

/** Names that are not known: a misspelt option would leave its default in force. */
export function unknownNames(given: object, known: readonly string[]): Problem[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      prop: name,
      must: `be one of ${known.join(', ')}`,
      got: name,
      fix: 'rename or remove it',
    }));
}

/** Options with their defaults where they name nothing; what is no object stays as it is, to be refused. */
export function filled<Given extends object, Defaults extends object>(
  given: Given,
  defaults: Defaults,
): Given & Defaults {
  if (!isObject(given) || isPromise(given)) return given as Given & Defaults;
  const missing = Object.entries(defaults).filter(([name]) => given[name] === undefined);
  return { ...given, ...Object.fromEntries(missing) } as Given & Defaults;
}
