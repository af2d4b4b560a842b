import type { Target, Unit } from './measure';

/** A figure with its unit, such as `2.14 ms`: three digits that count. */
export function figureText(value: number, unit: Unit): string {
  return `${threeDigits(value)} ${unit}`;
}

/** A ratio, such as `0.42 ×`. */
export function ratioText(ratio: number): string {
  return `${threeDigits(ratio)} ×`;
}

/** What a ratio is to be, such as `≤ 0.4 ×`. */
export function targetText({ kind, ratio }: Target): string {
  return `${kind === 'at most' ? '≤' : '≥'} ${ratio} ×`;
}

function threeDigits(value: number): string {
  if (Number.isInteger(value)) return grouped(value);
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Math.abs(value) >= 100 ? grouped(Math.round(value)) : value.toFixed(Math.min(decimals, 2));
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
