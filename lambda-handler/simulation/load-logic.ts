import { isGeneratorFunction } from 'node:util/types';
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
  const isGenerator = isGeneratorFunction(logic);
  if (typeof logic === 'function' && !isGenerator) return logic as JobFunction;
  const got = isGenerator ? 'a generator function' : shown(logic);
  throw new ConfigurationError(
    [{ prop: 'logic(outside)', must: 'return a function that is given a run', got }],
    'simulate',
  );
}
