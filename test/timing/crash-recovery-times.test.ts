import fc from 'fast-check';
import { LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from '../../src/timing/allowances';
import { BACKOFF_READINGS } from '../../src/timing/backoff';
import { type CrashRecoverySettings, firstLostCrashAt } from '../../src/timing/crash-recovery';
import {
  coveredFaults,
  crashRecoveryTimes,
  recoveryInstantSeconds,
} from '../../src/timing/crash-recovery-times';
import { retryInstantsSeconds } from '../../src/timing/retry-instants';
import { UNKNOWN } from '../../src/timing/unknown';

/** A daily job with Google's backoff after a first wait of 7 s: retries at 7, 21, 49, 105 and 217 s. */
const DAILY: CrashRecoverySettings = {
  gapSeconds: 86_400,
  attemptDeadlineSeconds: 180,
  claimAllowanceSeconds: 10,
  leaseSeconds: 190,
  retryCount: 5,
  minBackoffSeconds: 7,
  maxBackoffSeconds: 3600,
  maxDoublings: 5,
};

function decisive(changes: Partial<CrashRecoverySettings> = {}): Parameters<typeof crashRecoveryTimes>[0] {
  const settings = { ...DAILY, isLeaseRenewed: false, ...changes };
  const { retryCount, minBackoffSeconds, maxBackoffSeconds, maxDoublings, ...times } = settings;
  const retry = {
    retryCount,
    minBackoffSeconds,
    maxBackoffSeconds,
    maxDoublings,
    maxRetryDurationSeconds: 0,
  };
  return { ...times, retry };
}

describe('recoveryInstantSeconds', () => {
  test.each([
    { case: 'at once, by the retry after the whole lease', crashSecond: 0, instant: 217 },
    { case: 'as the claim is made', crashSecond: 10, instant: 10 + 217 },
    { case: 'early enough for the last retry alone', crashSecond: 96, instant: 96 + 217 },
    { case: 'late enough for the fourth retry', crashSecond: 97, instant: 97 + 105 },
    { case: 'at the deadline', crashSecond: 180, instant: 180 + 49 },
  ])('is $instant s for a crash $case', ({ crashSecond, instant }) => {
    expect(recoveryInstantSeconds(DAILY, crashSecond)).toBe(instant);
  });

  test.each([
    { case: 'at once', crashSecond: 0, instant: 105 },
    { case: 'before which it was claimed', crashSecond: 10, instant: 10 + 105 },
    { case: 'before which it may have been renewed', crashSecond: 180, instant: 180 + 105 },
  ])('counts a renewed lease from the crash: $instant s for one $case', ({ crashSecond, instant }) => {
    const renewed = { ...DAILY, leaseSeconds: 60, isLeaseRenewed: true };

    expect(recoveryInstantSeconds(renewed, crashSecond)).toBe(instant);
  });

  test.each([
    { case: 'the last second before the next scheduled time', gapSeconds: 217 + 6, instant: 217 },
    { case: 'no second before it', gapSeconds: 217 + 5, instant: undefined },
  ])('is $instant when a late dispatch leaves $case', ({ gapSeconds, instant }) => {
    expect(recoveryInstantSeconds({ ...DAILY, gapSeconds }, 0)).toBe(instant);
  });

  test('is the later one where the readings of the backoff differ', () => {
    const settings = { ...DAILY, maxDoublings: 2, minBackoffSeconds: 12 };

    expect(retryInstantsSeconds(settings, 5, 'api')).toEqual([12, 36, 84, 180, 324]);
    expect(retryInstantsSeconds(settings, 5, 'guide')).toEqual([12, 36, 84, 228, 468]);
    expect(recoveryInstantSeconds(settings, 0)).toBe(324);
  });

  test('exists for every crash exactly when none is lost', () => {
    const settings = fc.record({
      gapSeconds: fc.integer({ min: 60, max: 600 }),
      attemptDeadlineSeconds: fc.integer({ min: 15, max: 120 }),
      claimAllowanceSeconds: fc.integer({ min: 5, max: 10 }),
      leaseSeconds: fc.integer({ min: 15, max: 140 }),
      isLeaseRenewed: fc.boolean(),
      retryCount: fc.integer({ min: 0, max: 5 }),
      minBackoffSeconds: fc.integer({ min: 1, max: 60 }),
      maxBackoffSeconds: fc.integer({ min: 60, max: 600 }),
      maxDoublings: fc.integer({ min: 1, max: 5 }),
    });

    fc.assert(
      fc.property(settings, (drawn) => {
        const crashes = Array.from({ length: drawn.attemptDeadlineSeconds + 1 }, (_, second) => second);
        const firstLost = crashes.find((second) => recoveryInstantSeconds(drawn, second) === undefined);

        expect(firstLost ?? null).toBe(firstLostCrashAt(drawn));
      }),
    );
  });

  test('never comes before the lease has ended, nor into the next run', () => {
    const crashes = fc.integer({ min: 0, max: 180 });

    fc.assert(
      fc.property(crashes, fc.integer({ min: 1, max: 200 }), (crashSecond, minBackoffSeconds) => {
        const settings = { ...DAILY, gapSeconds: 600, minBackoffSeconds };
        const instant = recoveryInstantSeconds(settings, crashSecond);
        if (instant === undefined) return;

        expect(instant).toBeGreaterThanOrEqual(Math.min(10, crashSecond) + STORE_CALL_SECONDS + 190);
        expect(instant + LATE_DISPATCH_SECONDS).toBeLessThan(600);
        const retries = BACKOFF_READINGS.flatMap((reading) => retryInstantsSeconds(settings, 5, reading));
        expect(retries).toContain(instant - crashSecond);
      }),
    );
  });
});

describe('crashRecoveryTimes', () => {
  test('tells both ends of the attempt', () => {
    expect(crashRecoveryTimes(decisive())).toEqual({
      earlyCrashSeconds: 217,
      lateCrashSeconds: 229,
      firstLostCrashSeconds: undefined,
    });
  });

  test('tells them for a renewed lease, which follows the crash', () => {
    expect(crashRecoveryTimes(decisive({ leaseSeconds: 60, isLeaseRenewed: true }))).toEqual({
      earlyCrashSeconds: 105,
      lateCrashSeconds: 180 + 105,
      firstLostCrashSeconds: undefined,
    });
  });

  test("tells what Google's own settings lose", () => {
    expect(crashRecoveryTimes(decisive({ minBackoffSeconds: 5 }))).toEqual({
      earlyCrashSeconds: undefined,
      lateCrashSeconds: 180 + 35,
      firstLostCrashSeconds: 0,
    });
  });

  test.each(['gapSeconds', 'attemptDeadlineSeconds', 'claimAllowanceSeconds', 'leaseSeconds'] as const)(
    'is unknown when %s is',
    (key) => {
      expect(crashRecoveryTimes({ ...decisive(), [key]: UNKNOWN })).toEqual({
        earlyCrashSeconds: UNKNOWN,
        lateCrashSeconds: UNKNOWN,
        firstLostCrashSeconds: UNKNOWN,
      });
    },
  );
});

describe('coveredFaults', () => {
  const always = { duplicateDelivery: true, lostAnswer: true };

  test.each([
    { case: 'all of them', changes: {}, failedAttempt: true, crash: true, overrun: true },
    {
      case: 'no early crash',
      changes: { minBackoffSeconds: 5 },
      failedAttempt: true,
      crash: false,
      overrun: true,
    },
    {
      case: 'failures, but nothing that leaves a lease',
      changes: { gapSeconds: 193 },
      failedAttempt: true,
      crash: false,
      overrun: false,
    },
    {
      case: 'no failure at the deadline, one second later',
      changes: { gapSeconds: 192 },
      failedAttempt: false,
      crash: false,
      overrun: false,
    },
    {
      case: 'no late crash and no overrun under a renewed lease that is too long',
      changes: { leaseSeconds: 60, isLeaseRenewed: true, gapSeconds: 180 + 105 + 5 },
      failedAttempt: true,
      crash: false,
      overrun: false,
    },
    {
      case: 'all of them under a renewed lease one second further from the next run',
      changes: { leaseSeconds: 60, isLeaseRenewed: true, gapSeconds: 180 + 105 + 6 },
      failedAttempt: true,
      crash: true,
      overrun: true,
    },
    {
      case: 'duplicates alone without retries',
      changes: { retryCount: 0 },
      failedAttempt: false,
      crash: false,
      overrun: false,
    },
  ])('are $case', ({ changes, failedAttempt, crash, overrun }) => {
    expect(coveredFaults(decisive(changes))).toEqual({ ...always, failedAttempt, crash, overrun });
  });

  test('are unknown when the lease is, but for duplicates and lost answers', () => {
    const faults = coveredFaults({ ...decisive(), leaseSeconds: UNKNOWN });

    expect(faults).toEqual({ ...always, failedAttempt: UNKNOWN, crash: UNKNOWN, overrun: UNKNOWN });
  });
});
