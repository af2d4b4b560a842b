import type { Reply } from './google-api';

/** A start whose answer does not name what was started has to be looked for, as one without an answer. */
export function named(name: unknown): Reply<{ readonly execution: string }> {
  return typeof name === 'string' && name !== ''
    ? { kind: 'answered', execution: name }
    : { kind: 'unanswered', cause: new Error('the answer does not name what was started') };
}
