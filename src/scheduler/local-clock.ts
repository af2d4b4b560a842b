import { type OffsetChange, type UtcOffsets, utcOffsetsOf } from './utc-offsets';

const DAY_MINUTES = 1440;

/** What a scheduler may do with local times that a change of the offset doubles or drops. */
export interface LocalTimeReading {
  /** At which occurrence of a doubled time it fires. */
  readonly doubled: 'first' | 'second' | 'both';
  /** Whether a dropped time is left out, moved by the length of the change, or moved to the change. */
  readonly dropped: 'skipped' | 'shifted' | 'at-change';
}

/** How the wall clock of a zone maps to UTC. All times in minutes since 1970, local or UTC. */
export interface LocalClock {
  readonly changes: readonly OffsetChange[];
  /** One change of each kind: by as much, at the same time of day. All that matters to what fires every day. */
  readonly kindsOfChange: readonly OffsetChange[];
  /** The offset at a local time, `undefined` where the time is doubled or dropped. */
  readonly offsetAt: (localMinute: number) => number | undefined;
  /** The UTC minutes at which a scheduler that follows the reading fires for a local time. */
  readonly instantsOf: (localMinute: number, reading: LocalTimeReading) => readonly number[];
}

/** The clock of a zone that `checkTimeZone` accepts; made once for each. */
export function localClockOf(timeZone: string): LocalClock {
  const cached = known.get(timeZone);
  if (cached !== undefined) return cached;
  const clock = clockWith(utcOffsetsOf(timeZone));
  known.set(timeZone, clock);
  return clock;
}

const known = new Map<string, LocalClock>();

/** A clock with any offsets, of which each change lies at least six days after the one before. */
export function clockWith({ first, changes }: UtcOffsets): LocalClock {
  const changeThatMoves = (localMinute: number) => {
    const next = changes[changesOver(changes, localMinute)];
    return next !== undefined && localMinute >= movedFrom(next) ? next : undefined;
  };
  const unmovedOffsetAt = (localMinute: number) =>
    changes[changesOver(changes, localMinute) - 1]?.after ?? first;
  return {
    changes,
    kindsOfChange: kindsAmong(changes),
    offsetAt: (localMinute) =>
      changeThatMoves(localMinute) === undefined ? unmovedOffsetAt(localMinute) : undefined,
    instantsOf: (localMinute, reading) => {
      const change = changeThatMoves(localMinute);
      return change === undefined
        ? [localMinute - unmovedOffsetAt(localMinute)]
        : movedInstants(localMinute, change, reading);
    },
  };
}

function kindsAmong(changes: readonly OffsetChange[]): readonly OffsetChange[] {
  const kinds = new Map<string, OffsetChange>();
  for (const change of changes) {
    const kind = `${change.before} ${change.after} ${change.atMinute % DAY_MINUTES}`;
    if (!kinds.has(kind)) kinds.set(kind, change);
  }
  return [...kinds.values()];
}

/** The first local minute that a change doubles or drops. */
export function movedFrom(change: OffsetChange): number {
  return change.atMinute + Math.min(change.before, change.after);
}

/** The first local minute after those that a change doubles or drops. */
export function movedEnd(change: OffsetChange): number {
  return change.atMinute + Math.max(change.before, change.after);
}

/** How many changes are over, doubled and dropped times included, at a local time. */
function changesOver(changes: readonly OffsetChange[], localMinute: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const change = changes[middle];
    if (change !== undefined && movedEnd(change) <= localMinute) low = middle + 1;
    else high = middle;
  }
  return low;
}

function movedInstants(
  localMinute: number,
  { atMinute, before, after }: OffsetChange,
  { doubled, dropped }: LocalTimeReading,
): readonly number[] {
  const byOldOffset = localMinute - before;
  if (after > before) {
    if (dropped === 'skipped') return [];
    return [dropped === 'shifted' ? byOldOffset : atMinute];
  }
  const bySecond = localMinute - after;
  if (doubled === 'both') return [byOldOffset, bySecond];
  return [doubled === 'first' ? byOldOffset : bySecond];
}
