import type { Problem } from '../problem';

/** Rule I4: the record of a run is kept until its last possible delivery has been answered. */
export function checkRetention(run: {
  readonly retentionSeconds: number;
  readonly worstCaseEndSeconds: number;
}): Problem[] {
  if (run.retentionSeconds >= run.worstCaseEndSeconds) return [];
  return [
    {
      prop: 'retention',
      must: `be at least as long as a run can go on (${run.worstCaseEndSeconds} s)`,
      got: `${run.retentionSeconds} s`,
      fix: `raise it to ${run.worstCaseEndSeconds} s`,
    },
  ];
}
