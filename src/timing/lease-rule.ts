import type { Problem } from '../problem';
import { LEASE_MARGIN_SECONDS, shortestLeaseSeconds } from './allowances';
import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';

/** Rule I2: a lease outlives its attempt, so that nobody takes a run over while it is worked on. */
export function checkLease(attempt: {
  readonly attemptDeadlineSeconds: number;
  readonly timeoutSeconds: number;
  readonly leaseSeconds: number;
}): Problem[] {
  const shortest = shortestLeaseSeconds(attempt);
  if (attempt.leaseSeconds >= shortest) return [];

  const longestDeadline = attempt.leaseSeconds - LEASE_MARGIN_SECONDS;
  const lowerDeadline =
    longestDeadline >= ATTEMPT_DEADLINE_SECONDS.from
      ? ` or lower attemptDeadline to ${longestDeadline} s`
      : '';
  const limit = attempt.timeoutSeconds > attempt.attemptDeadlineSeconds ? 'timeout' : 'attemptDeadline';
  const sum = `${shortest - LEASE_MARGIN_SECONDS} s + ${LEASE_MARGIN_SECONDS} s = ${shortest} s`;
  return [
    {
      prop: 'lease',
      must: `be at least ${limit} + margin (${sum})`,
      got: `${attempt.leaseSeconds} s`,
      fix: `raise lease to ${shortest} s${lowerDeadline}`,
    },
  ];
}
