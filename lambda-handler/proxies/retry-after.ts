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

/** Another request with the same key is at work. */
const HELD = 409;

/**
 * Longest waits for a held key, one after the other, the last one for all that follow. Asking costs the receiver one
 * look at the key; work that has outlasted the first waits is likely to take longer than the next seconds.
 */
const LONGEST_WAITS_MS: readonly number[] = [10_000, 20_000, 30_000];

/** What the last request of an attempt leaves its receiver for the answer, a cold start included. */
const LAST_ANSWER_MS = 5_000;

/**
 * How long to wait before the same request is sent again, at least a second.
 *
 * What 409 asks for is the rest of a lease: the longest that the key can be held, while its work may be done in a
 * moment. So that wait is capped, and where it would reach the end of the attempt the request is sent once more five
 * seconds before. What 429 and 503 ask for is the shortest that the receiver needs, and is kept; beyond the end of the
 * attempt nothing is sent, and the attempt lasts until then, since the next one would only come sooner.
 *
 * @param askedMs what the answer asks for, see {@link retryAfterMs}
 * @param waits how many waits of this attempt have been before
 * @param leftMs until the attempt's signal fires
 */
export function nextWaitMs(status: number, askedMs: number, waits: number, leftMs: number): number {
  if (status !== HELD) return askedMs;
  const longestMs = LONGEST_WAITS_MS[Math.min(waits, LONGEST_WAITS_MS.length - 1)] as number;
  const waitMs = Math.min(askedMs, longestMs);
  const untilLastMs = leftMs - LAST_ANSWER_MS;
  return waitMs > untilLastMs && untilLastMs >= SHORTEST_WAIT_MS ? untilLastMs : waitMs;
}
