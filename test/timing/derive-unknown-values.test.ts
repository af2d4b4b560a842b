import { deriveTiming } from '../../src/timing/derive-timing';
import type { Timing } from '../../src/timing/timing';
import type { TimingInput } from '../../src/timing/timing-input';
import { UNKNOWN } from '../../src/timing/unknown';

const DAILY: TimingInput = { gapSeconds: 86_400, retry: {} };

function timingOf(input: TimingInput): Timing {
  const { timing, problems } = deriveTiming(input);
  if (timing === undefined) throw new Error(JSON.stringify(problems));
  return timing;
}

function propsOf(input: TimingInput): string[] {
  return deriveTiming(input).problems.map(({ prop }) => prop);
}

describe('deriveTiming of values known only at deploy time', () => {
  test('derives retries for the longest attempt deadline when the deadline is unknown', () => {
    const timing = timingOf({ gapSeconds: 600, attemptDeadlineSeconds: UNKNOWN, retry: {} });

    expect(timing).toMatchObject({
      attemptDeadlineSeconds: UNKNOWN,
      claimAllowanceSeconds: UNKNOWN,
      timeoutSeconds: UNKNOWN,
      leaseSeconds: UNKNOWN,
      worstCaseEndSeconds: UNKNOWN,
      endsBeforeNextRun: UNKNOWN,
      retryInstantsSeconds: { api: [98, 196, 294, 392, 490], guide: [98, 196, 294, 392, 490] },
      crashRecovery: { earlyCrashSeconds: UNKNOWN },
      coveredFaults: { crash: UNKNOWN, lostAnswer: true },
    });
    expect(timing.unchecked).toEqual([
      'I3 (every crash is recovered for an attemptDeadline up to 475 s): depends on attemptDeadline, known only at deploy time',
      'I5 (each run ends before the next one is due): depends on attemptDeadline, known only at deploy time',
    ]);
  });

  test('bounds window and retention for the longest deadline when the deadline is unknown', () => {
    const timing = timingOf({
      gapSeconds: 86_400,
      attemptDeadlineSeconds: UNKNOWN,
      retry: { minBackoffSeconds: 3600, maxRetryDurationSeconds: 80_000 },
    });

    expect(timing.retryWindowSeconds).toBe(80_000 + 3600);
    expect(timing.retentionSeconds).toBe(86_400);
  });

  test('takes an unknown gap as unbounded', () => {
    const timing = timingOf({ gapSeconds: UNKNOWN, retry: {} });

    expect(timing.retry.minBackoffSeconds).toBe(7);
    expect(timing.unchecked).toEqual([
      'I3 (every crash is recovered): depends on schedule, known only at deploy time',
      'I5 (each run ends before the next one is due): depends on schedule, known only at deploy time',
    ]);
  });

  test('still reports what is lost whatever the gap will be', () => {
    const input: TimingInput = {
      gapSeconds: UNKNOWN,
      attemptDeadlineSeconds: 180,
      retry: { minBackoffSeconds: 5 },
    };

    expect(propsOf(input)).toEqual(['retryConfig.minBackoffDuration']);
  });

  test('leaves lease rules unchecked when the lease is unknown', () => {
    const timing = timingOf({ ...DAILY, leaseSeconds: UNKNOWN });

    expect(timing.leaseSeconds).toBe(UNKNOWN);
    expect(timing.unchecked).toEqual([
      'I2 (the lease outlives its attempt): depends on lease, known only at deploy time',
      'I3 (every crash is recovered): depends on lease, known only at deploy time',
    ]);
  });

  test('keeps the maximum above an unknown minimum', () => {
    const timing = timingOf({ ...DAILY, retry: { minBackoffSeconds: UNKNOWN } });

    expect(timing.retry).toMatchObject({ minBackoffSeconds: UNKNOWN, maxBackoffSeconds: 3600 });
    expect(timing.retryInstantsSeconds).toEqual({ api: [], guide: [] });
  });

  test('reports what no minimum saves, where the minimum is unknown', () => {
    expect(propsOf({ gapSeconds: 300, retry: { minBackoffSeconds: UNKNOWN } })).toEqual([
      'retryConfig.maxBackoffDuration',
    ]);
  });

  test('bounds the window by count and maximum when other retry settings are unknown', () => {
    const timing = timingOf({
      ...DAILY,
      retry: {
        retryCount: UNKNOWN,
        minBackoffSeconds: UNKNOWN,
        maxDoublings: UNKNOWN,
        maxBackoffSeconds: 60,
      },
    });

    expect(timing.retryWindowSeconds).toBe(5 * 180 + 5 * 60);
    expect(timing.worstCaseEndSeconds).toBe(UNKNOWN);
    expect(timing.atMostOnce).toBe(false);
  });

  test.each(['maxBackoffSeconds', 'maxRetryDurationSeconds'] as const)(
    'leaves window and retention rule open when %s is unknown',
    (setting) => {
      const timing = timingOf({ ...DAILY, retry: { [setting]: UNKNOWN } });

      expect(timing.retryWindowSeconds).toBe(UNKNOWN);
      expect(timing.retentionSeconds).toBe(86_400);
      expect(timing.unchecked.some((rule) => rule.startsWith('I4'))).toBe(true);
    },
  );

  test('takes retries as on when only the duration of none is unknown', () => {
    const timing = timingOf({ ...DAILY, retry: { retryCount: 0, maxRetryDurationSeconds: UNKNOWN } });

    expect(timing.atMostOnce).toBe(false);
  });
});
