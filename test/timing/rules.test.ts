import { describeProblem } from '../../src/problem';
import { claimAllowanceSeconds, longestTimeoutSeconds } from '../../src/timing/allowances';
import { checkLease } from '../../src/timing/lease-rule';
import { checkRetention } from '../../src/timing/retention-rule';
import { checkTimeout } from '../../src/timing/timeout-rule';

describe('claimAllowanceSeconds', () => {
  test.each([
    { case: 'the shortest deadline', deadline: 15, allowance: 5 },
    { case: 'a third that is no whole second', deadline: 20, allowance: 6 },
    { case: 'the last deadline below the maximum', deadline: 29, allowance: 9 },
    { case: 'the first deadline at the maximum', deadline: 30, allowance: 10 },
    { case: 'the longest deadline', deadline: 1800, allowance: 10 },
  ])('is $allowance s for $case', ({ deadline, allowance }) => {
    expect(claimAllowanceSeconds(deadline)).toBe(allowance);
    expect(longestTimeoutSeconds(deadline)).toBe(deadline - allowance);
  });
});

describe('checkTimeout', () => {
  test('accepts what leaves the time to claim', () => {
    expect(checkTimeout({ attemptDeadlineSeconds: 180, timeoutSeconds: 170 })).toEqual([]);
  });

  test('reports one second more, with the numbers', () => {
    const problems = checkTimeout({ attemptDeadlineSeconds: 180, timeoutSeconds: 171 });

    expect(problems.map(describeProblem)).toEqual([
      'timeout must be at most attemptDeadline - time to claim (180 s - 10 s = 170 s), got 171 s: lower it to 170 s',
    ]);
  });
});

describe('checkLease', () => {
  const attempt = { attemptDeadlineSeconds: 180, timeoutSeconds: 170 };

  test('accepts deadline and margin', () => {
    expect(checkLease({ ...attempt, leaseSeconds: 190 })).toEqual([]);
  });

  test.each([
    {
      case: 'a lease shorter than the deadline',
      leaseSeconds: 120,
      fix: 'raise lease to 190 s or lower attemptDeadline to 110 s',
    },
    {
      case: 'one second too little',
      leaseSeconds: 189,
      fix: 'raise lease to 190 s or lower attemptDeadline to 179 s',
    },
    {
      case: 'the shortest lease that some deadline fits',
      leaseSeconds: 25,
      fix: 'raise lease to 190 s or lower attemptDeadline to 15 s',
    },
    { case: 'a lease that no deadline fits', leaseSeconds: 24, fix: 'raise lease to 190 s' },
  ])('reports $case', ({ leaseSeconds, fix }) => {
    expect(checkLease({ ...attempt, leaseSeconds }).map(describeProblem)).toEqual([
      `lease must be at least attemptDeadline + margin (180 s + 10 s = 190 s), got ${leaseSeconds} s: ${fix}`,
    ]);
  });
});

describe('checkRetention', () => {
  test('accepts what lasts until the worst-case end', () => {
    expect(checkRetention({ retentionSeconds: 1297, worstCaseEndSeconds: 1297 })).toEqual([]);
  });

  test('reports one second less, with the numbers', () => {
    const problems = checkRetention({ retentionSeconds: 1296, worstCaseEndSeconds: 1297 });

    expect(problems.map(describeProblem)).toEqual([
      'retention must be at least as long as a run can go on (1297 s), got 1296 s: raise it to 1297 s',
    ]);
  });
});
