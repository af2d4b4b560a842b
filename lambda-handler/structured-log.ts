import { loggable } from './loggable';
import type { Log } from './protocol/log';

/**
 * A log of one JSON line per entry, in the form that Cloud Logging reads from standard output.
 *
 * `job`, `runId` and `attempt` are labels too, so that a run's lines are found by one filter; `trace` puts a
 * line beside its request.
 *
 * @see https://cloud.google.com/logging/docs/structured-logging
 */
export function structuredLog(write: (line: string) => void): Log {
  return (severity, message, fields = {}) => {
    const { trace, ...rest } = loggable(fields) as Record<string, unknown>;
    // First, where people look for them, and last, since no field may replace them.
    const fixed = { severity, message };
    const line = Object.assign({ ...fixed }, rest, fixed, {
      'logging.googleapis.com/trace': trace,
      'logging.googleapis.com/labels': labels(rest),
    });
    write(`${JSON.stringify(line)}\n`);
  };
}

/** Labels are texts. */
function labels({ job, runId, attempt }: Record<string, unknown>): Record<string, string> | undefined {
  const named = Object.entries({ job, run_id: runId, attempt }).filter(([, value]) => value !== undefined);
  return named.length === 0
    ? undefined
    : Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}
