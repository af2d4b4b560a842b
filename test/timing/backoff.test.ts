import { type BackoffReading, retryDelaySeconds } from '../../src/timing/backoff';
import { retryInstantsSeconds } from '../../src/timing/retry-instants';
import cases from '../support/cases.json';

const ROWS = cases.backoff.map((row) => ({
  case: `${row.retryCount} x ${row.minBackoff} s / ${row.maxBackoff} s / ${row.maxDoublings} doublings`,
  backoff: {
    minBackoffSeconds: row.minBackoff,
    maxBackoffSeconds: row.maxBackoff,
    maxDoublings: row.maxDoublings,
  },
  row,
}));

function delays(backoff: (typeof ROWS)[number]['backoff'], count: number, reading: BackoffReading): number[] {
  return Array.from({ length: count }, (_, index) => retryDelaySeconds(backoff, index + 1, reading));
}

describe('retryDelaySeconds', () => {
  test.each(ROWS)('follows the API reference for $case', ({ backoff, row }) => {
    expect(delays(backoff, row.retryCount, 'api')).toEqual(row.api);
  });

  test.each(ROWS)('follows the example of the guide for $case', ({ backoff, row }) => {
    expect(delays(backoff, row.retryCount, 'guide')).toEqual(row.guide);
  });

  test("gives Google's example beyond five retries", () => {
    const backoff = { minBackoffSeconds: 10, maxBackoffSeconds: 300, maxDoublings: 3 };

    expect(delays(backoff, 8, 'api')).toEqual([10, 20, 40, 80, 160, 240, 300, 300]);
  });

  test('stays at the maximum when doubling leaves the range of numbers', () => {
    const backoff = { minBackoffSeconds: 5, maxBackoffSeconds: 3600, maxDoublings: 2_147_483_647 };

    expect(retryDelaySeconds(backoff, 5000, 'api')).toBe(3600);
  });
});

describe('retryInstantsSeconds', () => {
  test.each(ROWS)('adds up the waits for $case', ({ backoff, row }) => {
    expect(retryInstantsSeconds(backoff, row.retryCount, 'api')).toEqual(row.apiInstants);
  });

  test('is empty when there is no retry', () => {
    const backoff = { minBackoffSeconds: 5, maxBackoffSeconds: 3600, maxDoublings: 5 };

    expect(retryInstantsSeconds(backoff, 0, 'api')).toEqual([]);
  });
});
