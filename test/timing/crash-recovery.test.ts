import fc from 'fast-check';
import {
  claimAllowanceSeconds,
  LATE_DISPATCH_SECONDS,
  STORE_CALL_SECONDS,
} from '../../src/timing/allowances';
import { BACKOFF_READINGS } from '../../src/timing/backoff';
import { type CrashRecoverySettings, firstLostCrashAt } from '../../src/timing/crash-recovery';
import { retryInstantsSeconds } from '../../src/timing/retry-instants';
import cases from '../support/cases.json';

/** Rule I3 word for word, second by second. */
function firstLostByDefinition(settings: CrashRecoverySettings): number | null {
  const {
    attemptDeadlineSeconds,
    claimAllowanceSeconds: a,
    leaseSeconds,
    isLeaseRenewed,
    gapSeconds,
  } = settings;
  for (let crash = 0; crash <= attemptDeadlineSeconds; crash += 1) {
    const heldFrom = isLeaseRenewed ? crash : Math.min(a, crash);
    const leaseEnd = heldFrom + STORE_CALL_SECONDS + leaseSeconds;
    const isRecovered = BACKOFF_READINGS.every((reading) =>
      retryInstantsSeconds(settings, settings.retryCount, reading).some(
        (retry) => leaseEnd <= crash + retry && LATE_DISPATCH_SECONDS + crash + retry < gapSeconds,
      ),
    );
    if (!isRecovered) return crash;
  }
  return null;
}

describe('firstLostCrashAt', () => {
  test.each(
    cases.crashRecovery.map((row) => ({
      ...row,
      case: `${row.gap} s apart, deadline ${row.attemptDeadline} s, ${row.minBackoff} to ${row.maxBackoff} s`,
    })),
  )('is $firstLostCrashAt for $case', (row) => {
    const settings = {
      gapSeconds: row.gap,
      attemptDeadlineSeconds: row.attemptDeadline,
      claimAllowanceSeconds: row.claimAllowance,
      leaseSeconds: row.lease,
      retryCount: row.retryCount,
      minBackoffSeconds: row.minBackoff,
      maxBackoffSeconds: row.maxBackoff,
      maxDoublings: row.maxDoublings,
    };

    expect(firstLostCrashAt(settings)).toBe(row.firstLostCrashAt);
  });

  test('agrees with the rule taken second by second', () => {
    const settings = fc.record({
      gapSeconds: fc.integer({ min: 60, max: 900 }),
      attemptDeadlineSeconds: fc.integer({ min: 15, max: 400 }),
      claimAllowanceSeconds: fc.integer({ min: 5, max: 10 }),
      leaseSeconds: fc.integer({ min: 15, max: 420 }),
      isLeaseRenewed: fc.boolean(),
      retryCount: fc.integer({ min: 0, max: 5 }),
      minBackoffSeconds: fc.integer({ min: 1, max: 150 }),
      maxBackoffSeconds: fc.integer({ min: 1, max: 600 }),
      maxDoublings: fc.integer({ min: 1, max: 6 }),
    });

    fc.assert(
      fc.property(settings, (drawn) => {
        expect(firstLostCrashAt(drawn)).toBe(firstLostByDefinition(drawn));
      }),
    );
  });

  test.each([
    // The API reference's fourth retry, at 120 s, recovers all of them; the guide's comes at 152 s.
    { case: 'one reading of the backoff loses it', gapSeconds: 180, lost: 23 },
    // The API reference loses those from 25 s on, the guide the first already.
    { case: 'both readings lose some', gapSeconds: 150, lost: 0 },
  ])('tells the first crash when $case', ({ gapSeconds, lost }) => {
    const settings = {
      gapSeconds,
      attemptDeadlineSeconds: 60,
      claimAllowanceSeconds: 10,
      leaseSeconds: 70,
      retryCount: 5,
      minBackoffSeconds: 8,
      maxBackoffSeconds: 3600,
      maxDoublings: 2,
    };

    expect(firstLostCrashAt(settings)).toBe(lost);
  });
});

describe('firstLostCrashAt, with a renewed lease', () => {
  test.each(
    cases.renewedLease.map((row) => ({
      ...row,
      case: `a lease of ${row.lease} s, ${row.gap} s apart, deadline ${row.attemptDeadline} s`,
    })),
  )('finds that every crash is recovered: $recovers, for $case', (row) => {
    const settings = {
      gapSeconds: row.gap,
      attemptDeadlineSeconds: row.attemptDeadline,
      claimAllowanceSeconds: claimAllowanceSeconds(row.attemptDeadline),
      leaseSeconds: row.lease,
      isLeaseRenewed: true,
      retryCount: row.retryCount,
      minBackoffSeconds: row.minBackoff,
      maxBackoffSeconds: row.maxBackoff,
      maxDoublings: row.maxDoublings,
    };

    expect(firstLostCrashAt(settings) === null).toBe(row.recovers);
  });

  test.each([
    { case: 'the last lease that ends before the retry', leaseSeconds: 33, gapSeconds: 3600, lost: null },
    { case: 'a lease one second longer', leaseSeconds: 34, gapSeconds: 3600, lost: 0 },
    { case: 'a retry before the next scheduled time', leaseSeconds: 33, gapSeconds: 71, lost: null },
    { case: 'a retry that may come with it', leaseSeconds: 33, gapSeconds: 70, lost: 30 },
  ])('is $lost for $case', ({ leaseSeconds, gapSeconds, lost }) => {
    // Retries at 5, 15 and 35 s; the latest crash is at 30 s.
    const settings = {
      attemptDeadlineSeconds: 30,
      claimAllowanceSeconds: 10,
      isLeaseRenewed: true,
      retryCount: 3,
      minBackoffSeconds: 5,
      maxBackoffSeconds: 3600,
      maxDoublings: 5,
    };

    expect(firstLostCrashAt({ ...settings, leaseSeconds, gapSeconds })).toBe(lost);
  });
});
