/** The headers of a request: lower-case names, and every value of those that were sent more than once. */
export type RequestHeaders = ReadonlyMap<string, readonly string[]>;

/**
 * Reads Node's `rawHeaders`, in which names and values alternate.
 *
 * Node's own `headers` drops or joins what is repeated, so a second job name would go unseen.
 */
export function requestHeaders(rawHeaders: readonly string[]): RequestHeaders {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[i + 1] ?? '']);
  }
  return headers;
}

const CREDENTIALS: readonly string[] = ['authorization', 'x-serverless-authorization'];

/** The headers that job logic may see: repeated ones joined, credentials left out. */
export function visibleHeaders(headers: RequestHeaders): Readonly<Record<string, string>> {
  const visible = [...headers].filter(([name]) => !CREDENTIALS.includes(name));
  return Object.freeze(Object.fromEntries(visible.map(([name, values]) => [name, values.join(', ')])));
}
