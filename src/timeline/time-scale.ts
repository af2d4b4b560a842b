import type { Timeline } from './timeline';

/**
 * Where instants lie on an axis from 0 to 1.
 *
 * A retention of days beside waits of seconds fits no single scale. Everything that decides about a crash
 * is drawn to scale; each mark far beyond has a step of its own, with a break in the axis before it.
 */
export interface TimeScale {
  readonly position: (seconds: number) => number;
  /** Where the axis is broken: the scale changes here. */
  readonly breaks: readonly number[];
}

/** Share of the axis for each mark that lies far beyond the part drawn to scale. */
const STEP = 0.14;

/** What lies less than this many times as far out as the last detail is drawn to the same scale. */
const NEAR = 1.35;

/** The scale on which a timeline, and the instants marked on it, are drawn. */
export function timeScaleOf(timeline: Timeline, markedSeconds: readonly number[]): TimeScale {
  let detailEnd = lastDetailSeconds(timeline);
  const beyond = [...new Set(markedSeconds)]
    .filter((seconds) => seconds > detailEnd)
    .sort((one, other) => one - other);
  while (beyond[0] !== undefined && beyond[0] <= detailEnd * NEAR) detailEnd = beyond.shift() ?? detailEnd;

  const detailShare = 1 - beyond.length * STEP;
  const knots = [
    { seconds: 0, position: 0 },
    { seconds: detailEnd, position: detailShare },
    ...beyond.map((seconds, index) => ({ seconds, position: detailShare + (index + 1) * STEP })),
  ];
  return {
    position: (seconds) => interpolate(knots, seconds),
    breaks: beyond.map((_, index) => detailShare + (index + 0.5) * STEP),
  };
}

/** The last instant that tells something of a crash: a recovery's end, a lease's end, the first useless retry. */
function lastDetailSeconds({ cases }: Timeline): number {
  return Math.max(
    ...cases.flatMap(({ crash, attempts, retries }) =>
      crash === undefined
        ? []
        : [
            ...attempts.map(({ toSeconds }) => toSeconds),
            ...retries.filter(({ finds }) => finds !== 'too-late').map(({ atSeconds }) => atSeconds),
            retries.find(({ finds }) => finds === 'too-late')?.atSeconds ?? 0,
            crash.leaseEndSeconds,
          ],
    ),
  );
}

interface Knot {
  readonly seconds: number;
  readonly position: number;
}

function interpolate(knots: readonly Knot[], seconds: number): number {
  const after = knots.findIndex((knot) => knot.seconds >= seconds);
  const to = knots[after];
  const from = knots[after - 1];
  if (to === undefined) return 1;
  if (from === undefined) return to.position;
  const share = (seconds - from.seconds) / (to.seconds - from.seconds);
  return from.position + share * (to.position - from.position);
}
