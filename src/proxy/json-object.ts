import { Token } from 'cdktf';
import { shown } from '../checks';
import type { Problem } from '../problem';

/** An object, and what keeps it from being one. */
interface ReadObject {
  readonly value: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

const FIX = "write an object, as in { customer: 'acme' }";

/** Reads what must be a JSON object, given as one or as its text; each value in it may be a token. */
export function readJsonObject(prop: string, given: unknown): ReadObject {
  const value = typeof given === 'string' ? parsed(given) : given;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Token.isUnresolved(value)) {
    const fix = Token.isUnresolved(given) ? 'write an object, whose values may be tokens' : FIX;
    return { value: {}, problems: [{ prop, must: 'be a JSON object', got: shown(given), fix }] };
  }
  return { value: value as ReadObject['value'], problems: valueProblems(prop, value, []) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What JSON has no text for, or another text than its author means. */
function valueProblems(prop: string, value: unknown, around: readonly unknown[]): Problem[] {
  if (Token.isUnresolved(value) || value === null || ['string', 'boolean'].includes(typeof value)) return [];
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return [];
    return [{ prop, must: 'be a finite number, since JSON has no others', got: String(value) }];
  }
  if (typeof value !== 'object') {
    return [{ prop, must: 'be a value that JSON has', got: shown(value), fix: 'write it as a text' }];
  }
  if (around.includes(value)) return [{ prop, must: 'not hold itself', got: shown(value) }];
  const inside = [...around, value];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => valueProblems(`${prop}[${index}]`, item, inside));
  }
  if (!isPlain(value)) {
    const fix = value instanceof Date ? 'write it as a text, with toISOString' : undefined;
    return [{ prop, must: 'be a plain object', got: shown(value), fix }];
  }
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .flatMap(([name, field]) => valueProblems(`${prop}.${name}`, field, inside));
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
