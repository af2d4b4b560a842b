import type { Problem } from '../problem';
import { claimAllowanceSeconds } from './allowances';

/** Rule I1: an attempt that uses its whole time is answered before Cloud Scheduler gives up on it. */
export function checkTimeout(attempt: {
  readonly attemptDeadlineSeconds: number;
  readonly timeoutSeconds: number;
}): Problem[] {
  const deadline = attempt.attemptDeadlineSeconds;
  const allowance = claimAllowanceSeconds(deadline);
  const longest = deadline - allowance;
  if (attempt.timeoutSeconds <= longest) return [];
  return [
    {
      prop: 'timeout',
      must: `be at most attemptDeadline - time to claim (${deadline} s - ${allowance} s = ${longest} s)`,
      got: `${attempt.timeoutSeconds} s`,
      fix: `lower it to ${longest} s`,
    },
  ];
}
