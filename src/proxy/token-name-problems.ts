import { shown } from '../checks';
import type { Problem } from '../problem';

/** Where the run's token is put, among names that the user gives. */
export interface TokenPlace {
  /** The prop that names the place, such as `tokenField`. */
  readonly prop: string;
  readonly name: string;
  /** Who has names there, such as `argument`. */
  readonly among: string;
  readonly taken: readonly string[];
}

/** The user's own value would be overwritten by the token, or the token by it. */
export function takenNameProblems({ prop, name, among, taken }: TokenPlace): Problem[] {
  if (!taken.includes(name)) return [];
  const must = `differ from what ${among} holds`;
  const fix = `remove it there, or choose another ${prop}`;
  return [{ prop, must, got: shown(name), fix }];
}
