import fc from 'fast-check';
import { describeProblem } from '../../src/problem';
import { renewedLeaseRecovers } from '../../src/timing/renewed-lease';
import { checkRenewal, checkRenewedRecovery } from '../../src/timing/renewed-lease-rule';

describe('checkRenewal', () => {
  test.each([
    { case: 'the shortest lease, renewed every third of it', leaseSeconds: 15, renewalPeriodSeconds: 5 },
    { case: 'a longer one, renewed more often', leaseSeconds: 60, renewalPeriodSeconds: 10 },
  ])('accepts $case', ({ leaseSeconds, renewalPeriodSeconds }) => {
    expect(checkRenewal({ leaseSeconds, renewalPeriodSeconds })).toEqual([]);
  });

  test.each([
    {
      case: 'a lease one second too short',
      leaseSeconds: 14,
      renewalPeriodSeconds: 4,
      text: 'lease must be at least 15 s where it is renewed, got 14 s: raise it to 15 s',
    },
    {
      case: 'a period one second too long',
      leaseSeconds: 30,
      renewalPeriodSeconds: 11,
      text: 'renewal period must be at most a third of the lease (30 s / 3), got 11 s: lower it to 10 s',
    },
  ])('reports $case', ({ leaseSeconds, renewalPeriodSeconds, text }) => {
    expect(checkRenewal({ leaseSeconds, renewalPeriodSeconds }).map(describeProblem)).toEqual([text]);
  });
});

describe('checkRenewedRecovery', () => {
  const fiveMinutes = {
    gapSeconds: 300,
    attemptDeadlineSeconds: 180,
    retryCount: 5,
    minBackoffSeconds: 5,
    maxBackoffSeconds: 3600,
    maxDoublings: 5,
  };

  test('accepts the longest lease that a retry outlasts', () => {
    expect(checkRenewedRecovery({ ...fiveMinutes, leaseSeconds: 73 })).toEqual([]);
  });

  test('reports one second more, with the numbers', () => {
    expect(checkRenewedRecovery({ ...fiveMinutes, leaseSeconds: 74 }).map(describeProblem)).toEqual([
      'lease must let one retry come 2 s after it and, after a crash at 180 s, 5 s before the next scheduled time ' +
        '(every 300 s), got 74 s: lower it to 73 s',
    ]);
  });

  test('offers no lease where none does', () => {
    const problems = checkRenewedRecovery({ ...fiveMinutes, gapSeconds: 60, leaseSeconds: 30 });

    expect(problems.map(({ fix }) => fix)).toEqual([undefined]);
  });

  test('offers the longest lease that recovers', () => {
    const settings = fc.record({
      gapSeconds: fc.constantFrom(60, 300, 600),
      attemptDeadlineSeconds: fc.integer({ min: 15, max: 400 }),
      leaseSeconds: fc.integer({ min: 15, max: 200 }),
      retryCount: fc.integer({ min: 0, max: 5 }),
      minBackoffSeconds: fc.integer({ min: 1, max: 60 }),
      maxBackoffSeconds: fc.integer({ min: 60, max: 600 }),
      maxDoublings: fc.integer({ min: 1, max: 5 }),
    });

    fc.assert(
      fc.property(settings, (drawn) => {
        const [problem] = checkRenewedRecovery(drawn);
        expect(problem === undefined).toBe(renewedLeaseRecovers(drawn));
        if (problem === undefined) return;

        const leases = Array.from({ length: drawn.leaseSeconds - 15 }, (_, index) => 15 + index);
        const longest = leases.findLast((leaseSeconds) => renewedLeaseRecovers({ ...drawn, leaseSeconds }));
        expect(problem.fix).toBe(longest === undefined ? undefined : `lower it to ${longest} s`);
      }),
    );
  });
});
