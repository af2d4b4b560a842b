import fc from 'fast-check';
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

describe('deriveTiming', () => {
  test('derives everything for a daily job', () => {
    expect(timingOf(DAILY)).toEqual({
      gapSeconds: 86_400,
      attemptDeadlineSeconds: 180,
      claimAllowanceSeconds: 10,
      timeoutSeconds: 170,
      leaseSeconds: 190,
      isLeaseRenewed: false,
      retentionSeconds: 86_400,
      retryWindowSeconds: 5 * 180 + 217,
      worstCaseEndSeconds: 6 * 180 + 217,
      endsBeforeNextRun: true,
      retry: {
        retryCount: 5,
        maxRetryDurationSeconds: 0,
        minBackoffSeconds: 7,
        maxBackoffSeconds: 3600,
        maxDoublings: 5,
      },
      retryInstantsSeconds: { api: [7, 21, 49, 105, 217], guide: [7, 21, 49, 105, 217] },
      crashRecovery: { earlyCrashSeconds: 217, lateCrashSeconds: 180 + 49, firstLostCrashSeconds: undefined },
      coveredFaults: {
        duplicateDelivery: true,
        lostAnswer: true,
        failedAttempt: true,
        crash: true,
        overrun: true,
      },
      atMostOnce: false,
      acceptedLostCrashes: undefined,
      warnings: [],
      unchecked: [],
    });
  });

  test('keeps what is given and derives the rest around it', () => {
    const timing = timingOf({
      gapSeconds: 86_400,
      attemptDeadlineSeconds: 600,
      leaseSeconds: 900,
      retentionSeconds: 172_800,
      retry: { retryCount: 3, maxDoublings: 2 },
    });

    expect(timing).toMatchObject({ attemptDeadlineSeconds: 600, timeoutSeconds: 590, leaseSeconds: 900 });
    expect(timing.retentionSeconds).toBe(172_800);
    // Three waits of m, 2 m and 4 m have to reach 900 s + 2 s.
    expect(timing.retry).toMatchObject({ retryCount: 3, minBackoffSeconds: 129, maxDoublings: 2 });
  });

  test.each([
    { gapSeconds: 60, deadline: 26 },
    { gapSeconds: 120, deadline: 75 },
    { gapSeconds: 300, deadline: 180 },
  ])(
    'derives an attempt deadline of $deadline s for a job every $gapSeconds s',
    ({ gapSeconds, deadline }) => {
      expect(timingOf({ gapSeconds, retry: {} }).attemptDeadlineSeconds).toBe(deadline);
    },
  );

  test.each<{ case: string; input: TimingInput; fix: string }>([
    {
      case: 'a lease a second too short',
      input: { ...DAILY, leaseSeconds: 189 },
      fix: 'raise lease to 190 s or set attemptDeadline to 179 s',
    },
    {
      case: 'a lease for which no deadline is short enough',
      input: { ...DAILY, leaseSeconds: 24 },
      fix: 'raise lease to 190 s',
    },
    {
      case: 'a lease too short for the retries turned off',
      input: { ...DAILY, leaseSeconds: 100, retry: { retryCount: 0 } },
      fix: 'raise lease to 190 s or set attemptDeadline to 90 s',
    },
    {
      case: 'a minimum backoff',
      input: { ...DAILY, retry: { minBackoffSeconds: 5 } },
      fix: 'raise retryConfig.minBackoffDuration to 7 s or set attemptDeadline to 143 s',
    },
    {
      case: 'a count, where the schedule has shortened the deadline already',
      input: { gapSeconds: 60, retry: { retryCount: 2 } },
      fix: 'raise retryConfig.retryCount to 5 or set attemptDeadline to 21 s',
    },
    {
      case: 'a lease, where crashes may be lost',
      input: { ...DAILY, acceptLostCrashes: 'the next run does the work of both', leaseSeconds: 100 },
      fix: 'raise lease to 190 s or set attemptDeadline to 90 s',
    },
  ])('shortens the attempt deadline for no given value but names both ways: $case', ({ input, fix }) => {
    expect(deriveTiming(input).problems.map((problem) => problem.fix)).toEqual([fix]);
  });

  test('raises the maximum backoff to a minimum above its default', () => {
    expect(timingOf({ ...DAILY, retry: { minBackoffSeconds: 4000 } }).retry.maxBackoffSeconds).toBe(4000);
  });

  test('keeps the record for whole days beyond the worst-case end', () => {
    const timing = timingOf({ ...DAILY, retry: { maxRetryDurationSeconds: 86_400 } });

    expect(timing.worstCaseEndSeconds).toBe(86_400 + 3600 + 180);
    expect(timing.retentionSeconds).toBe(2 * 86_400);
  });

  test('says that runs may end after the next one is due', () => {
    expect(timingOf({ gapSeconds: 1298, retry: {} }).endsBeforeNextRun).toBe(true);
    expect(timingOf({ gapSeconds: 1297, retry: {} }).endsBeforeNextRun).toBe(false);
  });

  test('runs at most once when retries are turned off', () => {
    const timing = timingOf({ gapSeconds: 60, retry: { retryCount: 0 } });

    expect(timing).toMatchObject({ atMostOnce: true, retryWindowSeconds: 0, worstCaseEndSeconds: 180 });
    expect(timing.retryInstantsSeconds).toEqual({ api: [], guide: [] });
    expect(timing.retry).toEqual({
      retryCount: 0,
      maxRetryDurationSeconds: 0,
      minBackoffSeconds: 5,
      maxBackoffSeconds: 3600,
      maxDoublings: 5,
    });
  });

  test('counts a duration without a count as no retry that recovers a crash', () => {
    expect(propsOf({ ...DAILY, retry: { retryCount: 0, maxRetryDurationSeconds: 600 } })).toEqual([
      'retryConfig.retryCount',
    ]);
  });

  test('reports the problems of all rules at once', () => {
    const input: TimingInput = {
      gapSeconds: 86_400,
      attemptDeadlineSeconds: 180,
      leaseSeconds: 120,
      retentionSeconds: 100,
      retry: { minBackoffSeconds: 1, retryCount: 5 },
    };

    expect(propsOf(input)).toEqual(['retryConfig.minBackoffDuration', 'lease', 'retention']);
  });

  test('reports backoffs in the wrong order once', () => {
    const retry = { minBackoffSeconds: 20, maxBackoffSeconds: 10 };

    expect(propsOf({ ...DAILY, attemptDeadlineSeconds: 180, retry })).toEqual([
      'retryConfig.minBackoffDuration',
    ]);
  });

  test('checks the rest beside a value that is out of range', () => {
    const input = { ...DAILY, attemptDeadlineSeconds: 180, leaseSeconds: 120, retry: { retryCount: 9 } };

    expect(propsOf(input)).toEqual(['retryConfig.retryCount', 'lease']);
  });

  test('asks for a retention that outlives the retries as they will be mended', () => {
    const input: TimingInput = { ...DAILY, retentionSeconds: 1200, retry: { minBackoffSeconds: 1 } };

    expect(deriveTiming(input).problems.map(({ fix }) => fix)).toEqual([
      'raise retryConfig.minBackoffDuration to 7 s or set attemptDeadline to 19 s',
      `raise it to ${6 * 180 + 217} s`,
    ]);
  });

  test('leaves no way out that another rule refuses', () => {
    const input: TimingInput = { ...DAILY, leaseSeconds: 0, retentionSeconds: 0, retry: { retryCount: -1 } };

    expect(deriveTiming(input).problems.map(({ fix }) => fix)).toEqual([
      'raise it to 190 s',
      'raise it to 86400 s',
      'raise it to 5; 0 turns retries off, and a run whose attempt fails is lost',
    ]);
  });

  test('never crashes and never derives what breaks a rule', () => {
    const odd = fc.constantFrom<unknown>(
      undefined,
      UNKNOWN,
      0,
      -1,
      3.5,
      NaN,
      Infinity,
      '5',
      null,
      1,
      5,
      15,
      180,
      1800,
      3600,
      4_000_000_000,
    ) as fc.Arbitrary<number>;
    const input = fc.record({
      gapSeconds: fc.constantFrom(UNKNOWN, 60, 300, 3600, 86_400),
      attemptDeadlineSeconds: odd,
      leaseSeconds: odd,
      isLeaseRenewed: fc.boolean(),
      retentionSeconds: odd,
      retry: fc.record({
        retryCount: odd,
        maxRetryDurationSeconds: odd,
        minBackoffSeconds: odd,
        maxBackoffSeconds: odd,
        maxDoublings: odd,
      }),
    });

    fc.assert(
      fc.property(input, (drawn) => {
        const { timing, problems } = deriveTiming(drawn);
        expect(timing === undefined).toBe(problems.length > 0);
        if (timing === undefined || timing.unchecked.length > 0) return;
        const again = deriveTiming({ ...drawn, ...timing, retry: timing.retry });
        expect(again.timing).toEqual(timing);
      }),
      { numRuns: 300 },
    );
  });
});
