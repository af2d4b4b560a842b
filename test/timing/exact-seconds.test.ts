import { firstLostCrashAt } from '../../src/timing/crash-recovery';
import { exactSeconds } from '../../src/timing/exact-seconds';
import { retryInstantsSeconds } from '../../src/timing/retry-instants';

describe('exactSeconds', () => {
  test.each([
    { case: 'a product', seconds: 9.1 * 3, exact: 27.3 },
    { case: 'a sum', seconds: 0.1 + 0.2, exact: 0.3 },
    { case: 'nine decimals', seconds: 1.000000001, exact: 1.000000001 },
    { case: 'a large whole number', seconds: 2 ** 53 - 1, exact: 2 ** 53 - 1 },
    { case: 'no bound', seconds: Number.POSITIVE_INFINITY, exact: Number.POSITIVE_INFINITY },
  ])('takes the noise from $case', ({ seconds, exact }) => {
    expect(exactSeconds(seconds)).toBe(exact);
  });
});

describe('fractions of seconds', () => {
  test.each([
    { wait: 9.1, lease: 25.3 },
    { wait: 14.2, lease: 40.6 },
    { wait: 39.8, lease: 117.4 },
    { wait: 9.2, lease: 25.6 },
  ])('recover a crash by a third retry of $wait s just as a lease of $lease s ends', ({ wait, lease }) => {
    const backoff = { minBackoffSeconds: wait, maxBackoffSeconds: wait, maxDoublings: 5 };
    const attempt = {
      gapSeconds: 86_400,
      attemptDeadlineSeconds: 15,
      claimAllowanceSeconds: 0,
      leaseSeconds: lease,
    };

    expect(retryInstantsSeconds(backoff, 3, 'api').at(-1)).toBe(exactSeconds(lease + 2));
    expect(firstLostCrashAt({ ...attempt, ...backoff, retryCount: 3 })).toBeNull();
  });
});
