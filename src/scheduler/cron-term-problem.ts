import type { Problem } from '../problem';
import { quotedText } from '../quoted-text';
import type { CronField } from './cron-fields';
import { CRON_TERM, numberOf } from './cron-term';

/**
 * What is wrong with one term of a field: `5`, `MON-FRI`, `*` or, after a range or `*`, a step.
 *
 * Only what Google documents is accepted. What a cron library would guess (`5/10`) is refused.
 */
export function cronTermProblem(field: CronField, term: string): Problem | undefined {
  const refuse = (must: string, fix?: string): Problem => ({
    prop: 'schedule',
    must,
    got: `${field.name} field ${quotedText(term)}`,
    fix,
  });
  const groups = CRON_TERM.exec(term)?.groups;
  if (groups === undefined) return refuse(...notUnixCron(field, term));

  const { star, first, last, step } = groups;
  if (step !== undefined) {
    const count = field.to - field.from + 1;
    if (star === undefined && last === undefined) {
      return refuse(
        'have a step only after a range or *',
        writeIfValid(field, `${firstOf(field, first)}-${field.to}/${step}`),
      );
    }
    if (Number(step) < 1 || Number(step) > count) {
      return refuse(`have a step between 1 and ${count} in its ${field.name} field`);
    }
  }
  if (star !== undefined) return undefined;

  for (const value of [first, last]) {
    if (value === undefined) continue;
    const number = numberOf(field, value);
    if (number === undefined) {
      const unnamed = field.names.length === 0 ? 'numbers' : `numbers or ${field.names.join(', ')}`;
      return refuse(`have ${unnamed} in its ${field.name} field`);
    }
    const highest = field.alias ?? field.to;
    if (number < field.from || number > highest) {
      return refuse(
        `have values between ${field.from} and ${highest} in its ${field.name} field`,
        `use ${number < field.from || number === field.to + 1 ? field.from : field.to}`,
      );
    }
  }
  if (first === undefined || last === undefined) return undefined;
  const from = numberOf(field, first) ?? field.from;
  const to = numberOf(field, last) ?? field.to;
  if (from <= to) return undefined;
  const ordered = isAlias(field, first)
    ? `${field.from}${to === field.from ? '' : `-${to}`}`
    : `${rangeText(field, from, field.to)},${rangeText(field, field.from, to)}`;
  return refuse(
    'have ranges that run forwards',
    step === undefined ? writeIfValid(field, ordered) : undefined,
  );
}

/** A suggestion is refused itself where another part of the term is wrong as well. */
function writeIfValid(field: CronField, terms: string): string | undefined {
  const isValid = terms.split(',').every((term) => cronTermProblem(field, term) === undefined);
  return isValid ? `write '${terms}'` : undefined;
}

function isAlias(field: CronField, value: string | undefined): boolean {
  return field.alias !== undefined && Number(value) === field.alias;
}

/** 7 ends a range as Sunday; to begin one it is written 0. */
function firstOf(field: CronField, first: string | undefined): string | undefined {
  return isAlias(field, first) ? String(field.from) : first;
}

function rangeText(field: CronField, from: number, to: number): string {
  const text = (value: number) => field.names[value - field.from] ?? String(value);
  return from === to ? text(from) : `${text(from)}-${text(to)}`;
}

function notUnixCron(field: CronField, term: string): [must: string, fix?: string] {
  if (term === '') return ['have no empty term in a list'];
  if (term === '?') return ['not use ?, which unix-cron does not know', "write '*'"];
  if (/^\d*(?:L|W|LW)$|^[A-Z]{3}L$/.test(term)) return ['not use L or W, which unix-cron does not know'];
  if (term.includes('#')) return ['not use #, which unix-cron does not know'];
  if (/^H(?:[(/]|$)/.test(term)) return ['not use H, which unix-cron does not know'];
  const upper = term.toUpperCase();
  if (upper !== term && cronTermProblem(field, upper) === undefined) {
    return ['have names in upper case', `write '${upper}'`];
  }
  return ['have numbers, ranges, steps or * between the commas'];
}
