import type { Problem } from '../problem';
import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from './allowances';
import type { CrashRecoverySettings } from './crash-recovery';
import { largestWorking } from './largest-working';
import { renewedLeaseRecovers } from './renewed-lease';

/** The shortest lease that its holder can renew in time, store calls and pauses included. */
export const SHORTEST_RENEWED_LEASE_SECONDS = 15;

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

/** Rule I3 for a renewed lease: one retry comes after the last renewal's lease and before the next run. */
export function checkRenewedRecovery(
  settings: Omit<CrashRecoverySettings, 'claimAllowanceSeconds'>,
): Problem[] {
  if (renewedLeaseRecovers(settings)) return [];
  const { leaseSeconds, attemptDeadlineSeconds, gapSeconds } = settings;
  const longest = largestWorking(SHORTEST_RENEWED_LEASE_SECONDS, leaseSeconds - 1, (shorter) =>
    renewedLeaseRecovers({ ...settings, leaseSeconds: shorter }),
  );
  return [
    {
      prop: 'lease',
      must:
        `let one retry come ${STORE_CALL_SECONDS} s after it and, after a crash at ${attemptDeadlineSeconds} s, ` +
        `${LATE_DISPATCH_SECONDS} s before the next scheduled time (every ${gapSeconds} s)`,
      got: `${leaseSeconds} s`,
      fix: longest === undefined ? undefined : `lower it to ${longest} s`,
    },
  ];
}
