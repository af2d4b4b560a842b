import fc from 'fast-check';
import { BACKOFF_READINGS, retryDelaySeconds } from '../../src/timing/backoff';
import { longestRetryWindowSeconds, retriesAreOff } from '../../src/timing/retry-window';

const GOOGLES = { minBackoffSeconds: 5, maxBackoffSeconds: 3600, maxDoublings: 5 };

describe('longestRetryWindowSeconds', () => {
  test.each([
    { case: 'no retry', retryCount: 0, duration: 0, window: 0 },
    { case: 'one retry', retryCount: 1, duration: 0, window: 180 + 5 },
    { case: 'five retries', retryCount: 5, duration: 0, window: 5 * 180 + 155 },
    { case: 'a duration within the counted retries', retryCount: 5, duration: 60, window: 5 * 180 + 155 },
    // Attempts that fail at once, read as the guide does: one is retried until 2715 s, the next waits 1440 s.
    { case: 'a duration beyond them', retryCount: 5, duration: 3600, window: 3600 + 1440 },
    { case: 'a duration that ends as an attempt fails', retryCount: 0, duration: 15, window: 15 + 20 },
  ])('is $window s for $case', ({ retryCount, duration, window }) => {
    const retry = { ...GOOGLES, retryCount, maxRetryDurationSeconds: duration };

    expect(longestRetryWindowSeconds(retry, 180)).toBe(window);
  });

  test('is never exceeded, however long each attempt takes', () => {
    const retries = fc.record({
      retryCount: fc.integer({ min: 0, max: 5 }),
      maxRetryDurationSeconds: fc.integer({ min: 0, max: 2000 }),
      minBackoffSeconds: fc.integer({ min: 1, max: 100 }),
      maxBackoffSeconds: fc.integer({ min: 100, max: 1000 }),
      maxDoublings: fc.integer({ min: 1, max: 6 }),
    });
    const attempts = fc.array(fc.integer({ min: 0, max: 180 }), { minLength: 5, maxLength: 40 });

    fc.assert(
      fc.property(retries, attempts, fc.constantFrom(...BACKOFF_READINGS), (retry, lengths, reading) => {
        let sentAt = 0;
        let lastSentAt = 0;
        for (const [index, length] of lengths.entries()) {
          const failedAt = sentAt + length;
          const isCounted = index < retry.retryCount;
          const isWithinDuration =
            retry.maxRetryDurationSeconds > 0 && failedAt <= retry.maxRetryDurationSeconds;
          if (!isCounted && !isWithinDuration) break;
          sentAt = failedAt + retryDelaySeconds(retry, index + 1, reading);
          lastSentAt = sentAt;
        }
        expect(lastSentAt).toBeLessThanOrEqual(longestRetryWindowSeconds(retry, 180));
      }),
    );
  });

  test('ends soon for a duration of a hundred years', () => {
    const retry = {
      minBackoffSeconds: 1,
      maxBackoffSeconds: 3_155_760_000,
      maxDoublings: 1,
      retryCount: 5,
      maxRetryDurationSeconds: 3_155_760_000,
    };

    expect(longestRetryWindowSeconds(retry, 180)).toBeGreaterThan(3_155_760_000);
  });
});

describe('retriesAreOff', () => {
  test.each([
    { case: 'neither count nor duration', retryCount: 0, maxRetryDurationSeconds: 0, off: true },
    { case: 'a count', retryCount: 1, maxRetryDurationSeconds: 0, off: false },
    { case: 'a duration', retryCount: 0, maxRetryDurationSeconds: 1, off: false },
  ])('is $off for $case', ({ off, ...retry }) => {
    expect(retriesAreOff(retry)).toBe(off);
  });
});
