import fc from 'fast-check';
import { crashCase } from '../../src/timeline/crash-case';
import { claimAllowanceSeconds } from '../../src/timing/allowances';
import { recoveryInstantSeconds } from '../../src/timing/crash-recovery-times';
import { arbitraryJob } from './arbitrary-job';
import { HOURLY_JOB, LOSSY_JOB, MINUTE_JOB, RENEWED_JOB, YEARLY_JOB } from './jobs';

describe('crashCase', () => {
  test('recovers by the first retry after the lease', () => {
    const { crash, retries, attempts } = crashCase('early-crash', YEARLY_JOB, 0);

    expect(crash).toEqual({
      atSeconds: 0,
      claimedAtSeconds: 0,
      leaseEndSeconds: 190,
      recoveredAtSeconds: 217,
      lostBecause: undefined,
    });
    expect(retries.map(({ finds }) => finds)).toEqual(['refused', 'refused', 'refused', 'refused', 'runs']);
    expect(attempts.at(-1)).toEqual({ fromSeconds: 217, toSeconds: 397 });
  });

  test('counts the lease of a late crash from the claim', () => {
    const { crash } = crashCase('late-crash', YEARLY_JOB, 180);

    expect(crash).toMatchObject({ claimedAtSeconds: 10, leaseEndSeconds: 200, recoveredAtSeconds: 229 });
  });

  test.each([
    {
      case: 'right after the claim',
      at: 0,
      claimedAtSeconds: 0,
      leaseEndSeconds: 30,
      recoveredAtSeconds: 35,
    },
    { case: 'as it is claimed', at: 10, claimedAtSeconds: 10, leaseEndSeconds: 40, recoveredAtSeconds: 45 },
    { case: 'at work', at: 100, claimedAtSeconds: 10, leaseEndSeconds: 130, recoveredAtSeconds: 135 },
    { case: 'at the deadline', at: 540, claimedAtSeconds: 10, leaseEndSeconds: 570, recoveredAtSeconds: 575 },
  ])('counts a renewed lease from the crash $case', ({ at, case: _, ...crash }) => {
    expect(crashCase('late-crash', RENEWED_JOB, at).crash).toMatchObject(crash);
  });

  test.each([
    { case: 'all retries come while the lease lives', job: LOSSY_JOB, at: 0, why: 'retries-end-too-early' },
    {
      case: 'the retry after the lease comes with the next scheduled time',
      job: { ...LOSSY_JOB, minBackoffSeconds: 70, maxBackoffSeconds: 70, gapSeconds: 215 },
      at: 0,
      why: 'next-run-comes-first',
    },
    { case: 'there is no retry', job: { ...HOURLY_JOB, retryCount: 0 }, at: 0, why: 'no-counted-retry' },
  ])('is lost when $case', ({ job, at, why }) => {
    const { crash, attempts } = crashCase('early-crash', job, at);

    expect(crash).toMatchObject({ recoveredAtSeconds: null, lostBecause: why });
    expect(attempts).toHaveLength(1);
  });

  test.each([
    { case: 'as the lease and a store call are over', leaseSeconds: 38, recoveredAt: 40 },
    { case: 'a second before', leaseSeconds: 39, recoveredAt: null },
  ])('judges the last retry $case', ({ leaseSeconds, recoveredAt }) => {
    const { crash } = crashCase('early-crash', { ...MINUTE_JOB, leaseSeconds }, 0);

    expect(crash?.recoveredAtSeconds).toBe(recoveredAt);
  });

  test.each([
    { case: 'more than the late dispatch before the next run', gapSeconds: 46, recoveredAt: 40 },
    { case: 'just the late dispatch before the next run', gapSeconds: 45, recoveredAt: null },
  ])('judges a retry $case', ({ gapSeconds, recoveredAt }) => {
    const { crash } = crashCase('early-crash', { ...MINUTE_JOB, gapSeconds }, 0);

    expect(crash?.recoveredAtSeconds).toBe(recoveredAt);
  });

  test('shows the reading of the backoff that loses the run', () => {
    const recoveredByApi = { ...YEARLY_JOB, minBackoffSeconds: 10, maxDoublings: 1, leaseSeconds: 98 };
    const { crash, retries } = crashCase('early-crash', { ...recoveredByApi, gapSeconds: 160 }, 0);

    expect(crash?.recoveredAtSeconds).toBeNull();
    expect(retries.map(({ atSeconds }) => atSeconds)).toEqual([10, 30, 90, 190, 330]);
  });

  test('tells the same recovery as the timing of a job', () => {
    const shareOfDeadline = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(arbitraryJob, shareOfDeadline, (job, share) => {
        const crashSeconds = Math.round(share * job.attemptDeadlineSeconds);
        const settings = {
          ...job,
          gapSeconds: job.gapSeconds ?? Infinity,
          claimAllowanceSeconds: claimAllowanceSeconds(job.attemptDeadlineSeconds),
        };
        const { crash } = crashCase('lost-crash', job, crashSeconds);

        expect(crash?.recoveredAtSeconds ?? undefined).toBe(recoveryInstantSeconds(settings, crashSeconds));
      }),
    );
  });
});
