import type { CallLimit } from './run-store';

const LONGEST_CALL_MS = 5_000;
const SHORTEST_CALL_MS = 500;

/**
 * The limit of one store call out of the time that is left until `untilMs`: between 0.5 s and 5 s.
 *
 * Half of what is left at most: a write that stays unanswered must leave time for the read that tells what
 * became of it. Half a second even when nothing is left, for that read.
 */
export function callLimit(nowMs: number, untilMs: number): CallLimit {
  const halfMs = Math.max(SHORTEST_CALL_MS, (untilMs - nowMs) / 2);
  return { untilMs: nowMs + Math.min(LONGEST_CALL_MS, halfMs) };
}
