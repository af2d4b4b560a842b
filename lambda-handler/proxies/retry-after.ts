const SHORTEST_WAIT_MS = 1_000;

/** Answers that may say when to send the same request again. @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
const STATUSES: ReadonlySet<number> = new Set([409, 429, 503]);

/**
 * How long an answer asks to wait before the request is sent again, at least a second; `undefined` where it does not.
 *
 * `Retry-After` is a whole number of seconds, or a date.
 *
 * @param nowMs milliseconds since 1970, which a date is compared with
 */
export function retryAfterMs({ status, headers }: Response, nowMs: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null || !STATUSES.has(status)) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.max(SHORTEST_WAIT_MS, waitMs);
}
