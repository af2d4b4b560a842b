import fc from 'fast-check';
import { timelineOf } from '../../src/timeline/timeline';
import { claimAllowanceSeconds } from '../../src/timing/allowances';
import { firstLostCrashAt } from '../../src/timing/crash-recovery';
import { arbitraryJob } from './arbitrary-job';
import { HOURLY_JOB, YEARLY_JOB } from './jobs';

describe('timelineOf', () => {
  test('shows an early crash, a late crash and slow attempts', () => {
    const { cases, atMostOnce } = timelineOf(YEARLY_JOB);

    expect(cases.map(({ name }) => name)).toEqual(['early-crash', 'late-crash', 'slow-attempts']);
    expect(atMostOnce).toBe(false);
  });

  test('adds the first lost crash where it is neither the earliest nor the latest', () => {
    const job = { ...YEARLY_JOB, minBackoffSeconds: 192, maxBackoffSeconds: 192, gapSeconds: 300 };
    const { cases } = timelineOf(job);

    expect(cases.map(({ name, crash }) => [name, crash?.atSeconds, crash?.recoveredAtSeconds])).toEqual([
      ['early-crash', 0, 192],
      ['lost-crash', 103, null],
      ['late-crash', 180, null],
      ['slow-attempts', undefined, undefined],
    ]);
  });

  test('ends the slow attempts at the worst-case end', () => {
    const { cases, worstCaseEndSeconds } = timelineOf(YEARLY_JOB);

    expect(cases.at(-1)?.retries.map(({ atSeconds }) => atSeconds)).toEqual([187, 381, 589, 825, 1117]);
    expect(cases.at(-1)?.attempts.at(-1)?.toSeconds).toBe(worstCaseEndSeconds);
    expect(worstCaseEndSeconds).toBe(1297);
  });

  test('is at most once without count and duration', () => {
    expect(timelineOf({ ...HOURLY_JOB, retryCount: 0 }).atMostOnce).toBe(true);
    expect(timelineOf({ ...HOURLY_JOB, retryCount: 0, maxRetryDurationSeconds: 1 }).atMostOnce).toBe(false);
  });

  test('shows a lost crash exactly where one is lost', () => {
    fc.assert(
      fc.property(arbitraryJob, (job) => {
        const firstLostAt = firstLostCrashAt({
          ...job,
          gapSeconds: job.gapSeconds ?? Infinity,
          claimAllowanceSeconds: claimAllowanceSeconds(job.attemptDeadlineSeconds),
        });
        const lost = timelineOf(job).cases.filter(({ crash }) => crash?.recoveredAtSeconds === null);

        expect(lost[0]?.crash?.atSeconds).toBe(firstLostAt ?? undefined);
      }),
    );
  });
});
