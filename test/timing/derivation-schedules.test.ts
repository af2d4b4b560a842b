import fc from 'fast-check';
import { describeProblem } from '../../src/problem';
import { smallestGapSeconds } from '../../src/scheduler/smallest-gap';
import { BACKOFF_READINGS } from '../../src/timing/backoff';
import { deriveTiming } from '../../src/timing/derive-timing';
import { retryInstantsSeconds } from '../../src/timing/retry-instants';
import type { RetrySettings } from '../../src/timing/retry-window';
import type { Timing } from '../../src/timing/timing';
import type { TimingInput } from '../../src/timing/timing-input';
import { scheduleOf } from '../support/schedule-of';

const GAPS = [
  '* * * * *',
  '*/2 * * * *',
  '*/3 * * * *',
  '*/5 * * * *',
  '*/7 * * * *',
  '*/10 * * * *',
  '*/15 * * * *',
  '0 * * * *',
  '0 */7 * * *',
  '0 2 * * *',
  '0 9 * * MON-FRI',
  '0 0 * * SUN',
  '0 0 1 * *',
  '0 0 1 1 *',
  '0 0 29 2 *',
].map((text) => ({ text, gapSeconds: smallestGapSeconds(scheduleOf(text), 'Europe/Berlin') }));

/** The rules word for word, over times that are all known. */
function brokenRules(timing: Timing): string[] {
  const [D, a, T, L, R, G, end] = [
    timing.attemptDeadlineSeconds,
    timing.claimAllowanceSeconds,
    timing.timeoutSeconds,
    timing.leaseSeconds,
    timing.retentionSeconds,
    timing.gapSeconds,
    timing.worstCaseEndSeconds,
  ].map(Number) as [number, number, number, number, number, number, number];
  const retry = timing.retry as RetrySettings;
  const instants = BACKOFF_READINGS.map((reading) => retryInstantsSeconds(retry, retry.retryCount, reading));
  const crashes = Array.from({ length: D + 1 }, (_, second) => second);
  const recovers = (x: number) =>
    instants.every((some) => some.some((r) => Math.min(a, x) + 2 + L <= x + r && 5 + x + r < G));
  const oneRecoversAll = instants.every((some) => some.some((r) => r >= L + 2 && 5 + D + r < G));
  const recoversAll = timing.isLeaseRenewed ? oneRecoversAll : crashes.every(recovers);
  return [
    ...(T + a <= D ? [] : ['I1']),
    ...(timing.isLeaseRenewed || L >= Math.max(T, D) + 10 ? [] : ['I2']),
    ...(timing.atMostOnce || recoversAll ? [] : ['I3']),
    ...(R >= end ? [] : ['I4']),
    ...(end < G === timing.endsBeforeNextRun ? [] : ['I5']),
    ...(!timing.isLeaseRenewed || L >= 15 ? [] : ['I6']),
    ...(timing.coveredFaults.crash === recoversAll ? [] : ['the crashes that are told to be covered']),
  ];
}

describe('deriveTiming', () => {
  test.each(GAPS)("completes a job of '$text', every $gapSeconds s, with nothing given", ({ gapSeconds }) => {
    const { timing, problems } = deriveTiming({ gapSeconds, retry: {} });

    expect(problems).toEqual([]);
    expect(brokenRules(timing as Timing)).toEqual([]);
    expect((timing as Timing).coveredFaults.crash).toBe(true);
  });

  test.each(GAPS)("completes a job of '$text' under a renewed lease of 15 s", ({ gapSeconds }) => {
    const { timing, problems } = deriveTiming({
      gapSeconds,
      leaseSeconds: 15,
      isLeaseRenewed: true,
      retry: {},
    });

    expect(problems).toEqual([]);
    expect(brokenRules(timing as Timing)).toEqual([]);
  });

  test.each([
    { case: 'a fixed lease', isLeaseRenewed: false },
    { case: 'a renewed lease', isLeaseRenewed: true },
  ])('completes any given values so that the rules hold, or names given values, with $case', (row) => {
    const { isLeaseRenewed } = row;
    const given = fc.record(
      {
        attemptDeadlineSeconds: fc.integer({ min: 15, max: 1800 }),
        leaseSeconds: isLeaseRenewed ? fc.integer({ min: 10, max: 300 }) : fc.integer({ min: 20, max: 2000 }),
        retentionSeconds: fc.integer({ min: 1000, max: 200_000 }),
      },
      { requiredKeys: [] },
    );
    const retries = fc.record(
      {
        retryCount: fc.integer({ min: 0, max: 5 }),
        maxRetryDurationSeconds: fc.constantFrom(0, 100, 4000),
        minBackoffSeconds: fc.integer({ min: 1, max: 80 }),
        maxBackoffSeconds: fc.integer({ min: 20, max: 600 }),
        maxDoublings: fc.integer({ min: 1, max: 7 }),
      },
      { requiredKeys: [] },
    );
    const names: Readonly<Record<string, unknown>> = {
      attemptDeadlineSeconds: 'attemptDeadline',
      leaseSeconds: 'lease',
      retentionSeconds: 'retention',
      retryCount: 'retryConfig.retryCount',
      minBackoffSeconds: 'retryConfig.minBackoffDuration',
      maxBackoffSeconds: 'retryConfig.maxBackoffDuration',
      maxDoublings: 'retryConfig.maxDoublings',
    };

    fc.assert(
      fc.property(fc.constantFrom(...GAPS), given, retries, ({ gapSeconds }, times, retry) => {
        const input: TimingInput = { gapSeconds, isLeaseRenewed, ...times, retry };
        const { timing, problems } = deriveTiming(input);

        if (timing !== undefined) {
          expect(brokenRules(timing)).toEqual([]);
          expect(timing).toMatchObject({ ...times, retry });
          return;
        }
        const givenProps = Object.keys({ ...times, ...retry }).map((key) => names[key]);
        for (const problem of problems) {
          expect(givenProps).toContain(problem.prop);
          expect(describeProblem(problem)).toMatch(/: (?:raise|lower|set) /);
        }
      }),
      { numRuns: 60 },
    );
  });
});
