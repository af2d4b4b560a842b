import { printScheduleTime } from '../src/contract/schedule-time';

/**
 * A text that grows with each attempt of a run and with each run of a job.
 *
 * Texts are compared character by character. `2026-10-16T12:00:00.000Z/1/000000002`: the scheduled time, 0 for a
 * forced run and 1 for its scheduled one, the attempt.
 */
export type Fence = string;

/** The fence of an attempt. */
export function fenceOf(of: {
  readonly scheduledTimeMs: number;
  readonly forced: boolean;
  readonly attempt: number;
}): Fence {
  const attempt = String(of.attempt).padStart(9, '0');
  return `${printScheduleTime(of.scheduledTimeMs)}/${of.forced ? 0 : 1}/${attempt}`;
}

/**
 * Whether an attempt may still write where `last` was written, if anything was: nothing later has.
 *
 * Compare and write in one step of the store that keeps the effect: between a check and a write of its own there
 * is room for another attempt.
 */
export function passesFence(fence: Fence, last: Fence | null | undefined): boolean {
  return last === undefined || last === null || fence >= last;
}
