/** How far the clock of an instance may be off the API's. */
const CLOCK_MARGIN_MS = 60_000;

/** Nothing that was created before belongs to a run that began at `startedAt`. Milliseconds since 1970. */
export function earliestMs(startedAt: Date): number {
  return startedAt.getTime() - CLOCK_MARGIN_MS;
}

/** When something was created, RFC 3339 with up to nine decimals; the epoch where the API does not say. */
export function createdAtMs(createTime: unknown): number {
  const ms = Date.parse(String(createTime));
  return Number.isNaN(ms) ? 0 : ms;
}
