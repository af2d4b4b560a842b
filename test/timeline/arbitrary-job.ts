import fc from 'fast-check';
import type { RunSettings } from '../../src/timeline/run-settings';

const GAPS = [60, 120, 300, 600, 3600, 86_400, 7 * 86_400, 365 * 86_400];

/** Any job that Cloud Scheduler takes, lossy ones among them. */
export const arbitraryJob: fc.Arbitrary<RunSettings> = fc
  .record({
    gapSeconds: fc.option(fc.constantFrom(...GAPS), { nil: undefined }),
    attemptDeadlineSeconds: fc.integer({ min: 15, max: 1800 }),
    leaseMargin: fc.integer({ min: 10, max: 600 }),
    renewedLeaseSeconds: fc.option(fc.integer({ min: 15, max: 600 }), { nil: undefined }),
    retentionSeconds: fc.integer({ min: 1, max: 400 * 86_400 }),
    retryCount: fc.integer({ min: 0, max: 5 }),
    maxRetryDurationSeconds: fc.constantFrom(0, 0, 600, 86_400),
    minBackoffSeconds: fc.integer({ min: 1, max: 900 }),
    aboveMinimum: fc.constantFrom(0, 1, 60, 3600),
    maxDoublings: fc.integer({ min: 0, max: 16 }),
  })
  .map(({ leaseMargin, renewedLeaseSeconds, aboveMinimum, ...job }) => ({
    ...job,
    leaseSeconds: renewedLeaseSeconds ?? job.attemptDeadlineSeconds + leaseMargin,
    isLeaseRenewed: renewedLeaseSeconds !== undefined,
    maxBackoffSeconds: job.minBackoffSeconds + aboveMinimum,
  }));
