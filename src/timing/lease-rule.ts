import type { Problem } from '../problem';
import { LEASE_MARGIN_SECONDS, shortestLeaseSeconds } from './allowances';
import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';

/** Rule I2: a lease outlives its attempt, so that nobody takes a run over while it is worked on. */
export function checkLease(attempt: {
  readonly attemptDeadlineSeconds: number;
  readonly timeoutSeconds: number;
  readonly leaseSeconds: number;
  /** `lower attemptDeadline to 90 s`, where that helps; absent, the longest deadline of the lease is told. */
  readonly deadlineFix?: string | null;
}): Problem[] {
  const shortest = shortestLeaseSeconds(attempt);
  if (attempt.leaseSeconds >= shortest) return [];

  const { deadlineFix = longestDeadlineFix(attempt.leaseSeconds) } = attempt;
  const limit = attempt.timeoutSeconds > attempt.attemptDeadlineSeconds ? 'timeout' : 'attemptDeadline';
  const sum = `${shortest - LEASE_MARGIN_SECONDS} s + ${LEASE_MARGIN_SECONDS} s = ${shortest} s`;
  return [
    {
      prop: 'lease',
      must: `be at least ${limit} + margin (${sum})`,
      got: `${attempt.leaseSeconds} s`,
      fix: [`raise lease to ${shortest} s`, ...(deadlineFix === null ? [] : [deadlineFix])].join(' or '),
    },
  ];
}

function longestDeadlineFix(leaseSeconds: number): string | null {
  const longest = leaseSeconds - LEASE_MARGIN_SECONDS;
  return longest < ATTEMPT_DEADLINE_SECONDS.from ? null : `lower attemptDeadline to ${longest} s`;
}
