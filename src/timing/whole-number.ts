import type { Problem } from '../problem';
import type { WholeRange } from './cloud-scheduler-limits';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';

/** A prop that takes a whole number, and what its problems add to the range. */
export interface WholeProp {
  readonly prop: string;
  readonly range: WholeRange;
  readonly unit: 's' | '';
  /** What to write instead of a value below the lower end, where that end is hardly what was meant. */
  readonly insteadOfLess?: number;
  /** Why the lower end is where it is. */
  readonly tooSmall?: string;
  /** What to do instead, above the upper end. */
  readonly tooLarge?: string;
}

/** `180 s`, or plain `5` where the value has no unit. */
export function withUnit(value: unknown, unit: WholeProp['unit']): string {
  return unit === '' ? String(value) : `${String(value)} ${unit}`;
}

/**
 * Checks one value against its range; what is absent or unknown passes.
 *
 * @param suggest what to write instead of a number, given the nearest whole one in range; that one by default
 */
export function checkWhole(
  prop: WholeProp,
  value: unknown,
  suggest: (nearest: number) => number = (nearest) => nearest,
): Problem[] {
  if (value === undefined || value === UNKNOWN) return [];
  const { from, to } = prop.range;
  const must = `be a whole number ${prop.unit === 's' ? 'of seconds ' : ''}between ${withUnit(from, prop.unit)} and ${withUnit(to, prop.unit)}`;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return [{ prop: prop.prop, must, got: typeof value === 'string' ? `'${value}'` : String(value) }];
  }
  const inRange = Math.min(to, Math.max(from, Math.ceil(value)));
  if (inRange === value) return [];
  const nearest = value < from ? (prop.insteadOfLess ?? from) : inRange;
  const got = withUnit(value, prop.unit);
  const suggested = suggest(nearest);
  const change = `${value < suggested ? 'raise' : 'lower'} it to ${withUnit(suggested, prop.unit)}`;
  const advice = value < from ? prop.tooSmall : value > to ? prop.tooLarge : undefined;
  return [{ prop: prop.prop, must, got, fix: advice === undefined ? change : `${change}; ${advice}` }];
}

/** The value where it passes its check; one that is reported decides nothing else. */
export function usable(prop: WholeProp, value: OrUnknown<number> | undefined): OrUnknown<number> | undefined {
  if (value === undefined || !isKnown(value)) return value;
  return checkWhole(prop, value).length === 0 ? value : UNKNOWN;
}
