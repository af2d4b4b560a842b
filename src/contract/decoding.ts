/** What a decoder found: the value, or everything that is wrong with the text. */
export type Decoded<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly string[] };

/** Reads the variable `name`, which holds a JSON object. */
export function parseObject(name: string, text: string | undefined): Decoded<Record<string, unknown>> {
  if (text === undefined || text === '') return { problems: [`${name} must be set`] };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { problems: [`${name} must be a JSON object, got ${show(value)}`] };
  } catch {
    return { problems: [`${name} must be JSON, got ${show(text)}`] };
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A value as a problem quotes it: JSON of at most 80 characters. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
