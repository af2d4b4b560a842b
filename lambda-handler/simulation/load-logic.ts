import { ConfigurationError } from '../../src/configuration-error';
import type { JobFunction } from '../job-run';
import { failureText } from '../protocol/bounded-text';
import type { Outside } from './outside';
import { shown } from './value-checks';

/**
 * Loads job logic into an instance.
 *
 * @throws Error where it cannot be loaded: in the cloud, no instance would start
 */
export function loadLogic(load: (outside: Outside) => JobFunction, outside: Outside): JobFunction {
  let logic: unknown;
  try {
    logic = load(outside);
  } catch (cause) {
    throw new Error(`job logic could not be loaded: ${failureText(cause)}`, { cause });
  }
  if (typeof logic === 'function') return logic as JobFunction;
  throw new ConfigurationError(
    [{ prop: 'logic(outside)', must: 'return a function that is given a run', got: shown(logic) }],
    'simulate',
  );
}
