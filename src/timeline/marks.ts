import type { Timeline } from './timeline';

/** An instant that concerns every case of a run. */
export interface Mark {
  readonly atSeconds: number;
  readonly label: string;
}

/** The marks of a timeline in the order of time; those of one instant share a label. */
export function marksOf({ settings, worstCaseEndSeconds }: Timeline): readonly Mark[] {
  const { attemptDeadlineSeconds, gapSeconds, retentionSeconds } = settings;
  const marks: Mark[] = [
    { atSeconds: 0, label: 'first delivery' },
    { atSeconds: attemptDeadlineSeconds, label: 'attempt deadline' },
    ...(gapSeconds === undefined ? [] : [{ atSeconds: gapSeconds, label: 'next scheduled time' }]),
    { atSeconds: worstCaseEndSeconds, label: 'worst-case end' },
    { atSeconds: retentionSeconds, label: 'retention ends' },
  ];
  const byInstant = new Map<number, string[]>();
  for (const { atSeconds, label } of marks) {
    byInstant.set(atSeconds, [...(byInstant.get(atSeconds) ?? []), label]);
  }
  return [...byInstant]
    .map(([atSeconds, labels]) => ({ atSeconds, label: labels.join(', ') }))
    .sort((one, other) => one.atSeconds - other.atSeconds);
}
