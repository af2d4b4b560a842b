import { isObject, show } from './decoding';

/** Checks a value that a decoder has read; `label` is where it was found. */
export type Rule = (value: unknown, label: string, report: (problem: string) => void) => void;

/** A value for which `holds` is true; `rule` completes "must be". */
export function must(rule: string, holds: (value: unknown) => boolean): Rule {
  return (value, label, report) => {
    if (!holds(value)) report(`${label} must be ${rule}, got ${show(value)}`);
  };
}

/** A value that may be left out. */
export function optional(rule: Rule): Rule {
  return (value, label, report) => {
    if (value !== undefined) rule(value, label, report);
  };
}

/** An object with these fields and no others. */
export function shape(fields: Readonly<Record<string, Rule>>): Rule {
  return (value, label, report) => {
    if (!isObject(value)) return report(`${label} must be an object, got ${show(value)}`);
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(fields, name)) report(`${label}.${name} is not a setting of this version`);
    }
    for (const [name, rule] of Object.entries(fields)) rule(value[name], `${label}.${name}`, report);
  };
}

/** A list in which each value keeps the rule. */
export function listOf(rule: Rule): Rule {
  return (value, label, report) => {
    if (!Array.isArray(value)) return report(`${label} must be a list, got ${show(value)}`);
    for (const [index, item] of value.entries()) rule(item, `${label}[${index}]`, report);
  };
}

/** Texts by their names. What is no text is not quoted: some of these texts are secrets. */
export const texts: Rule = (value, label, report) => {
  if (!isObject(value)) return report(`${label} must be texts by their names, got ${kindOf(value)}`);
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') report(`${label}.${name} must be a text, got ${kindOf(text)}`);
  }
};

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
