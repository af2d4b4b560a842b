import { Duration } from '../../src/duration';
import { jobTimes } from '../../src/job-timing';
import { Lease } from '../../src/lease';
import type { Timing } from '../../src/timing/timing';
import type { Schedule } from '../schedules';

/** What the proof finds for each job, by schedule and zone, as plain data. */
export function provenTimes(jobs: readonly Schedule[]): Readonly<Record<string, Timing>> {
  return Object.fromEntries(
    jobs.map(({ schedule, timeZone }) => {
      const { times } = jobTimes({ schedule, timeZone });
      if (times === undefined) throw new Error(`assumption failed: '${schedule}' is a job`);
      return [`${schedule} ${timeZone}`, times.timing];
    }),
  );
}

/** Such times as a job takes them, with nothing proven and nothing to warn of. */
export function readyTimes(timing: Timing): ReturnType<typeof jobTimes> {
  const { retry } = timing;
  return {
    problems: [],
    times: {
      timing: { ...timing, warnings: [], unchecked: [], nextScheduledTimes: () => [] },
      attemptDeadline: seconds(timing.attemptDeadlineSeconds),
      timeoutSeconds: Number(timing.timeoutSeconds),
      lease: Lease.fixed(seconds(timing.leaseSeconds)),
      retention: seconds(timing.retentionSeconds),
      retryWindowSeconds: Number(timing.retryWindowSeconds),
      retryConfig: {
        retryCount: Number(retry.retryCount),
        maxRetryDuration: seconds(retry.maxRetryDurationSeconds),
        minBackoffDuration: seconds(retry.minBackoffSeconds),
        maxBackoffDuration: seconds(retry.maxBackoffSeconds),
        maxDoublings: Number(retry.maxDoublings),
      },
    },
  };
}

function seconds(value: number | 'unknown'): Duration {
  return Duration.seconds(Number(value));
}
