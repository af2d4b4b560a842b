const DEEPEST = 8;
const LONGEST_TEXT = 20_000;
const MOST_ENTRIES = 200;

/**
 * A copy of a value that always has a JSON form: bounded, without cycles, errors written out with their cause.
 *
 * Never throws, whatever the value's getters do: a line is never lost to what it reports.
 */
export function loggable(value: unknown, depth = 0, above: readonly object[] = []): unknown {
  switch (typeof value) {
    case 'string':
      return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
    case 'bigint':
    case 'symbol':
      return value.toString();
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'object':
      break;
    default:
      return typeof value === 'boolean' ? value : undefined;
  }
  if (value === null) return null;
  if (above.includes(value)) return '[circular]';
  if (depth >= DEEPEST) return '[too deep]';
  try {
    return copy(value, (inner) => loggable(inner, depth + 1, [...above, value]));
  } catch {
    return '[unreadable]';
  }
}

function copy(value: object, inner: (value: unknown) => unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(inner);
  const names = value instanceof Error ? ERROR_FIELDS : Object.keys(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(names.map((name) => [name, inner((value as Record<string, unknown>)[name])]));
}

const ERROR_FIELDS = ['name', 'message', 'stack', 'code', 'details', 'errors', 'cause'] as const;
