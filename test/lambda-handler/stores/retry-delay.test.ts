import { retryDelayMs } from '../../../lambda-handler/stores/retry-delay';

describe('retryDelayMs', () => {
  test.each([
    { retry: 1, leastMs: 50, mostMs: 100 },
    { retry: 2, leastMs: 100, mostMs: 200 },
    { retry: 5, leastMs: 800, mostMs: 1_600 },
    { retry: 6, leastMs: 1_000, mostMs: 2_000 },
    { retry: 60, leastMs: 1_000, mostMs: 2_000 },
  ])('is between $leastMs and $mostMs ms before retry $retry', ({ retry, leastMs, mostMs }) => {
    expect(retryDelayMs(retry, () => 0)).toBe(leastMs);
    expect(retryDelayMs(retry, () => 0.5)).toBe((leastMs + mostMs) / 2);
    expect(retryDelayMs(retry, () => 1 - Number.EPSILON)).toBeLessThanOrEqual(mostMs);
  });
});
