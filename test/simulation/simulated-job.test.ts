import { simulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { deriveTiming } from '../../src/timing/derive-timing';
import type { Timing } from '../../src/timing/timing';
import { UNKNOWN } from '../../src/timing/unknown';

const job = {
  lease: { kind: 'fixed' },
  forcedRuns: 'reject',
  missingScheduleTime: 'reject',
} as const;

describe('simulatedJob', () => {
  test('takes the proven times of a job over', () => {
    const { timing } = deriveTiming({ gapSeconds: 86_400, retry: {} });

    const simulated = simulatedJob({ ...job, timing: timing as Timing }, { everySeconds: 86_400 });

    expect(simulated).toMatchObject({
      everySeconds: 86_400,
      attemptDeadlineSeconds: 180,
      retry: { retryCount: 5, minBackoffSeconds: 7 },
      settings: { timeoutSeconds: 170, leaseSeconds: 190, leaseKind: 'fixed', forcedRuns: 'reject' },
    });
  });

  test('takes a duplicate within an attempt for a retry where retries are off', () => {
    const { timing } = deriveTiming({ gapSeconds: 86_400, retry: { retryCount: 0 } });

    const simulated = simulatedJob({ ...job, timing: timing as Timing }, { everySeconds: 86_400 });

    expect(timing?.retryWindowSeconds).toBeLessThan(180);
    expect(simulated.settings).toMatchObject({ atMostOnce: true, retryWindowSeconds: 180 });
  });

  test('names the times that only the deployment will tell', () => {
    const { timing } = deriveTiming({ gapSeconds: 86_400, attemptDeadlineSeconds: UNKNOWN, retry: {} });

    expect(() => simulatedJob({ ...job, timing: timing as Timing }, { everySeconds: 86_400 })).toThrow(
      /known only at deploy time: attemptDeadlineSeconds, timeoutSeconds, leaseSeconds/,
    );
  });

  test('refuses a job without the time between its runs, and settings out of range, at once', () => {
    const { timing } = deriveTiming({ gapSeconds: 86_400, retry: {} });
    const more = { leaseSeconds: 0 } as { leaseSeconds: number; everySeconds: number };

    expect(() => simulatedJob({ ...job, timing: timing as Timing }, more)).toThrow(
      [
        'simulatedJob has 2 configuration problems',
        '  - settings.leaseSeconds must be a number from 1 to 86400, got 0',
        '  - everySeconds must be a whole number from 60 to 31622400, got nothing',
      ].join('\n'),
    );
  });

  test('refuses what is no job', () => {
    expect(() => simulatedJob({} as typeof job & { timing: Timing }, { everySeconds: 60 })).toThrow(
      'job must be a DedupedSchedulerJob, got an object',
    );
  });
});
