import { SHORTEST_RENEWED_LEASE_SECONDS as HANDLERS_SHORTEST } from '../../src/contract/job-settings';
import { describeProblem } from '../../src/problem';
import { SHORTEST_RENEWED_LEASE_SECONDS } from '../../src/timing/allowances';
import { checkRenewal } from '../../src/timing/renewed-lease-rule';

describe('checkRenewal', () => {
  test('accepts no shorter lease than the handler does', () => {
    expect(SHORTEST_RENEWED_LEASE_SECONDS).toBe(HANDLERS_SHORTEST);
  });

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
