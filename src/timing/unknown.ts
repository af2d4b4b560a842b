/** Stands for a value that is known only at deploy time, such as a Terraform token. */
export const UNKNOWN: 'unknown' = 'unknown';

/** A value, or `UNKNOWN` when only the deployment will tell. */
export type OrUnknown<T> = T | typeof UNKNOWN;

/** Tells a value that is there now from one that only the deployment will tell. */
export function isKnown<T>(value: OrUnknown<T>): value is T {
  return value !== UNKNOWN;
}
