import type { Problem } from '../problem';
import { SHORTEST_RENEWED_LEASE_SECONDS } from './allowances';

/** How often a lease is renewed while it would last: one renewal may fail. */
export const RENEWALS_PER_LEASE = 3;

/** Rule I6: a renewed lease is long enough, and renewed often enough, that one late renewal does not end it. */
export function checkRenewal(renewed: {
  readonly leaseSeconds: number;
  readonly renewalPeriodSeconds: number;
}): Problem[] {
  const { leaseSeconds, renewalPeriodSeconds } = renewed;
  const shortest = SHORTEST_RENEWED_LEASE_SECONDS;
  const problems: Problem[] = [];
  if (leaseSeconds < shortest) {
    problems.push({
      prop: 'lease',
      must: `be at least ${shortest} s where it is renewed`,
      got: `${leaseSeconds} s`,
      fix: `raise it to ${shortest} s`,
    });
  }
  if (renewalPeriodSeconds * RENEWALS_PER_LEASE > leaseSeconds) {
    const longest = Math.floor(leaseSeconds / RENEWALS_PER_LEASE);
    problems.push({
      prop: 'renewal period',
      must: `be at most a third of the lease (${leaseSeconds} s / ${RENEWALS_PER_LEASE})`,
      got: `${renewalPeriodSeconds} s`,
      fix: longest < 1 ? undefined : `lower it to ${longest} s`,
    });
  }
  return problems;
}
