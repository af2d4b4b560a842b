import type { RunLog } from '../job-run';
import { loggable } from '../loggable';
import { failureText } from './bounded-text';
import type { Log, Severity } from './log';

/** A log that adds `context` to the fields of every line; the context wins. */
export function withFields(log: Log, context: Readonly<Record<string, unknown>>): Log {
  return (severity, message, fields) => log(severity, message, { ...fields, ...context });
}

/**
 * The log that job logic is given.
 *
 * Job logic may be JavaScript: whatever it hands over, the line is written, and nothing is thrown at it. An
 * error goes into the field `error`; messages have at most 20,000 characters.
 */
export function runLog(log: Log): RunLog {
  const at = (severity: Severity) => (message: unknown, given: unknown) => {
    const fields = fieldsOf(given);
    if (isError(message)) log(severity, failureText(message), { error: message, ...fields });
    else log(severity, messageText(message), fields);
  };
  return { debug: at('DEBUG'), info: at('INFO'), warning: at('WARNING'), error: at('ERROR') };
}

function messageText(message: unknown): string {
  const copy = loggable(message);
  if (typeof copy === 'string') return copy;
  return loggable(JSON.stringify(copy) ?? typeof message) as string;
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined) return undefined;
  if (isError(given)) return { error: given };
  // A copy, since a look at the original may throw.
  const copy = loggable(given);
  const isObject = typeof copy === 'object' && copy !== null && !Array.isArray(copy);
  return isObject ? (copy as Record<string, unknown>) : { fields: copy };
}

function isError(value: unknown): boolean {
  try {
    return value instanceof Error;
  } catch {
    // It resists being looked at.
    return false;
  }
}
