import type { RunLog } from '../job-run';
import type { Log } from './log';

/** A log that adds `context` to the fields of every line; the context wins. */
export function withFields(log: Log, context: Readonly<Record<string, unknown>>): Log {
  return (severity, message, fields) => log(severity, message, { ...fields, ...context });
}

/** The log that job logic is given. */
export function runLog(log: Log): RunLog {
  return {
    debug: (message, fields) => log('DEBUG', message, fields),
    info: (message, fields) => log('INFO', message, fields),
    warning: (message, fields) => log('WARNING', message, fields),
    error: (message, fields) => log('ERROR', message, fields),
  };
}
