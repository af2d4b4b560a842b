import { attemptTimes, finishUntilMs } from '../../../lambda-handler/protocol/attempt-times';

const START_MS = 1_000;

describe('attemptTimes', () => {
  test('counts every limit from before the claim', () => {
    expect(attemptTimes({ timeoutSeconds: 170, leaseSeconds: 190, leaseKind: 'fixed' }, START_MS)).toEqual({
      startMs: START_MS,
      claimUntilMs: START_MS + 10_000,
      signalAtMs: START_MS + 165_000,
      deadlineMs: START_MS + 170_000,
      watchdogAtMs: START_MS + 185_000,
      overrunAtMs: START_MS + 175_000,
      finishByMs: START_MS + 185_000,
    });
  });

  test.each([
    { case: 'twenty seconds', timeoutSeconds: 20, claimMs: 10_000 },
    { case: 'less than twenty seconds', timeoutSeconds: 19, claimMs: 9_500 },
  ])('gives the claim at most half of a limit of $case', ({ timeoutSeconds, claimMs }) => {
    expect(attemptTimes({ timeoutSeconds, leaseSeconds: 190, leaseKind: 'fixed' }, 0).claimUntilMs).toBe(
      claimMs,
    );
  });

  test.each([
    { case: 'ten seconds', seconds: 10, atMs: 5_000 },
    { case: 'eight seconds', seconds: 8, atMs: 4_000 },
    { case: 'eleven seconds', seconds: 11, atMs: 6_000 },
  ])('keeps at most half of $case as reserve', ({ seconds, atMs }) => {
    const times = attemptTimes({ timeoutSeconds: seconds, leaseSeconds: seconds, leaseKind: 'fixed' }, 0);

    expect(times).toMatchObject({ signalAtMs: atMs, watchdogAtMs: atMs });
  });
});

describe('attemptTimes, with a renewed lease', () => {
  const times = attemptTimes({ timeoutSeconds: 170, leaseSeconds: 15, leaseKind: 'renewed' }, 0);

  test('gives the claim no longer than the first renewal waits', () => {
    expect(times).toMatchObject({ claimUntilMs: 5_000, watchdogAtMs: 10_000 });
  });

  test('lets the finish take what the deadline leaves, however short the lease', () => {
    expect(finishUntilMs(times, 20_000)).toBe(170_000);
  });
});

describe('finishUntilMs', () => {
  const times = attemptTimes({ timeoutSeconds: 170, leaseSeconds: 190, leaseKind: 'fixed' }, 0);

  test.each([
    { case: 'early', settledMs: 1_000, untilMs: 170_000 },
    { case: 'at the deadline', settledMs: 170_000, untilMs: 175_000 },
    { case: 'shortly before the watchdog', settledMs: 182_000, untilMs: 185_000 },
    { case: 'just before the watchdog', settledMs: 184_999, untilMs: 186_999 },
  ])('ends at $untilMs when the logic settles $case', ({ settledMs, untilMs }) => {
    expect(finishUntilMs(times, settledMs)).toBe(untilMs);
  });
});
