import { PermanentFailure } from '../permanent-failure';
import { failureText, resultText } from './bounded-text';
import type { Log } from './log';

/** How the job logic ended. */
export type Settled = LogicReturned | LogicThrew;

/** The job logic did not do its work. `error` is text of at most 10,000 characters. */
export interface LogicThrew {
  readonly kind: 'threw';
  readonly thrown: unknown;
  readonly error: string;
  readonly permanent: boolean;
}

/** The job logic has done its work. `result` is JSON text of at most 10,000 characters. */
export interface LogicReturned {
  readonly kind: 'returned';
  readonly result: string | undefined;
}

/** What is kept of a returned value; one that cannot be kept is told to the log. */
export function returned(value: unknown, log: Log): LogicReturned {
  const result = resultText(value);
  if ('text' in result) return { kind: 'returned', result: result.text };
  log('WARNING', 'the result of the run is not kept: it must be JSON of at most 10,000 characters', {
    problem: result.problem,
  });
  return { kind: 'returned', result: undefined };
}

/** The end of an attempt whose job logic, or what has to come before it, threw. */
export function threw(thrown: unknown): LogicThrew {
  return { kind: 'threw', thrown, error: failureText(thrown), permanent: isPermanent(thrown) };
}

function isPermanent(thrown: unknown): boolean {
  try {
    return PermanentFailure.is(thrown);
  } catch {
    return false;
  }
}
