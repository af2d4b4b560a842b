import { TerraformProvider, Token } from 'cdktf';
import { Duration } from './duration';
import type { Problem } from './problem';

/** Checks of single props that several constructs share. A token passes every check of its value. */

/** Names that no prop has: TypeScript finds them, a JavaScript caller would never learn of a typing error. */
export function unknownProps(props: object, known: readonly string[]): Problem[] {
  return Object.keys(props)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = known.find((other) => other.toLowerCase() === name.toLowerCase());
      const fix = near === undefined ? `remove it (props: ${known.join(', ')})` : `write ${near}`;
      return { prop: name, must: 'be a prop of this construct', got: name, fix };
    });
}

/** Something with properties, as props are: a JavaScript caller may leave them out altogether. */
export function objectProblems(prop: string, value: unknown, fix?: string): Problem[] {
  if (typeof value === 'object' && value !== null) return [];
  return [{ prop, must: 'be an object', got: shown(value), fix }];
}

interface TextRule {
  readonly pattern: RegExp;
  readonly must: string;
  readonly fix?: string;
}

/** A text that matches a rule, where it is given and no token. */
export function textProblems(prop: string, value: unknown, rule: TextRule): Problem[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return [{ prop, must: 'be a text', got: shown(value) }];
  if (Token.isUnresolved(value) || rule.pattern.test(value)) return [];
  return [{ prop, must: rule.must, got: shown(value), fix: rule.fix }];
}

/** A `Duration`, where it is given. */
export function durationProblems(prop: string, value: unknown): Problem[] {
  if (value === undefined || value instanceof Duration) return [];
  const fix = typeof value === 'number' ? `write Duration.seconds(${value})` : undefined;
  return [{ prop, must: 'be a Duration', got: shown(value), fix }];
}

/** A provider, where it is given: of anything else nothing would be left, and the stack's own would be taken. */
export function providerProblems(value: unknown): Problem[] {
  if (value === undefined || TerraformProvider.isTerraformProvider(value)) return [];
  const fix = 'give the construct, new GoogleProvider(…), or leave it out for that of the stack';
  return [{ prop: 'provider', must: 'be a provider', got: shown(value), fix }];
}

/** One of a few texts, where it is given. */
export function choiceProblems(prop: string, value: unknown, choices: readonly string[]): Problem[] {
  if (value === undefined || choices.includes(value as string)) return [];
  return [{ prop, must: `be ${choices.map((choice) => `'${choice}'`).join(' or ')}`, got: shown(value) }];
}

/** True, false or a token, where it is given. */
export function booleanProblems(prop: string, value: unknown): Problem[] {
  if (value === undefined || typeof value === 'boolean' || Token.isUnresolved(value)) return [];
  return [{ prop, must: 'be true or false', got: shown(value) }];
}

/** True or false where it is given; it changes what is made, so a token cannot stand for it. */
export function literalBooleanProblems(prop: string, value: unknown): Problem[] {
  if (value === undefined || typeof value === 'boolean') return [];
  return [{ prop, must: 'be true or false', got: shown(value) }];
}

/** A whole number within limits, where it is given and no token. */
export function wholeNumberProblems(
  prop: string,
  value: unknown,
  { from, to }: { readonly from: number; readonly to: number },
): Problem[] {
  if (value === undefined || Token.isUnresolved(value)) return [];
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (isWhole && value >= from && value <= to) return [];
  const fix = isWhole ? (value < from ? `raise it to ${from}` : `lower it to ${to}`) : undefined;
  return [{ prop, must: `be a whole number between ${from} and ${to}`, got: shown(value), fix }];
}

/** A prop that has no default. */
export function requiredProblems(prop: string, value: unknown, fix: string): Problem[] {
  return value === undefined || value === null ? [{ prop, must: 'be given', got: 'nothing', fix }] : [];
}

/** A value as a person would recognise it, cut where it is long. */
export function shown(value: unknown): string {
  if (Token.isUnresolved(value)) return 'a token, which is known only at deploy time';
  const text = typeof value === 'string' ? `'${value}'` : describe(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function describe(value: unknown): string {
  if (typeof value === 'function') return `a function`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  const name = value.constructor?.name ?? 'Object';
  return name === 'Object' ? 'an object' : `a ${name}`;
}

const REGION = {
  pattern: /^[a-z]+-[a-z]+\d+$/,
  must: 'be a region of Google Cloud',
  fix: "write it as in 'europe-west1'",
};

const PROJECT = {
  pattern: /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
  must: 'be a project id: 6 to 30 lower-case letters, digits and hyphens, first a letter',
  fix: 'give the id, not the number or the display name',
};

export function regionProblems(prop: string, value: unknown): Problem[] {
  return textProblems(prop, value, REGION);
}

export function projectProblems(prop: string, value: unknown): Problem[] {
  return textProblems(prop, value, PROJECT);
}
