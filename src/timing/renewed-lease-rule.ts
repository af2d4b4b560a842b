import type { Problem } from '../problem';

/** Shortest lease of rule I6: a renewal every third of it, and time to send one again before the watchdog acts. */
export const SHORTEST_RENEWED_LEASE_SECONDS = 15;

/** Rule I6: a renewed lease is long enough to be renewed in time, even where one renewal has to be sent again. */
export function checkRenewedLease(leaseSeconds: number): Problem[] {
  if (leaseSeconds >= SHORTEST_RENEWED_LEASE_SECONDS) return [];
  return [
    {
      prop: 'lease',
      must: `be at least ${SHORTEST_RENEWED_LEASE_SECONDS} s where it is renewed`,
      got: `${leaseSeconds} s`,
      fix: `raise it to ${SHORTEST_RENEWED_LEASE_SECONDS} s`,
    },
  ];
}
