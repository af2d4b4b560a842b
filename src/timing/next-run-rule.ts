import type { Problem } from '../problem';

/** Rule I5: a run is over, whatever happens in it, before the next one is due. A warning, no error. */
export function checkEndsBeforeNextRun(run: {
  readonly worstCaseEndSeconds: number;
  readonly gapSeconds: number;
  /** What makes the rule hold, such as `lower attemptDeadline to 95 s`. */
  readonly fix?: string;
}): Problem[] {
  if (run.worstCaseEndSeconds < run.gapSeconds) return [];
  return [
    {
      prop: 'schedule',
      must: `leave a run its worst case (${run.worstCaseEndSeconds} s) before the next one is due, or that one starts late or is skipped`,
      got: `every ${run.gapSeconds} s`,
      fix: run.fix,
    },
  ];
}
