import { deriveTiming } from '../../src/timing/derive-timing';
import type { Timing } from '../../src/timing/timing';
import type { TimingInput } from '../../src/timing/timing-input';

const DAILY: TimingInput = { gapSeconds: 86_400, retry: {} };
const LOSSY: TimingInput = { ...DAILY, attemptDeadlineSeconds: 180, retry: { minBackoffSeconds: 5 } };

function timingOf(input: TimingInput): Timing {
  const { timing, problems } = deriveTiming(input);
  if (timing === undefined) throw new Error(JSON.stringify(problems));
  return timing;
}

describe('the warnings of deriveTiming', () => {
  test.each<{ case: string; input: TimingInput; warnings: readonly string[] }>([
    { case: 'nothing of a daily job', input: DAILY, warnings: [] },
    { case: 'nothing of retries that are off', input: { ...DAILY, retry: { retryCount: 0 } }, warnings: [] },
    {
      case: 'runs that can last into the next one',
      input: { gapSeconds: 1297, attemptDeadlineSeconds: 180, retry: {} },
      warnings: [
        'schedule must leave a run its worst case (1297 s) before the next one is due, or that one starts late or is ' +
          'skipped, got every 1297 s: lower attemptDeadline to 179 s or lower retryConfig.retryCount to 4',
      ],
    },
    {
      case: 'lost crashes, with the reason',
      input: { ...LOSSY, acceptLostCrashes: 'the next night does the work of both' },
      warnings: [
        "a crash may lose its run, accepted because 'the next night does the work of both': " +
          "retryConfig.minBackoffDuration must bring a retry after a crashed attempt's lease (190 s + 2 s) and more than " +
          '5 s before the next scheduled time (every 86400 s), got 5 s beside attemptDeadline 180 s (retries 5, 15, 35, ' +
          '75, 155 s after the failure: a crash at second 0 is lost): raise retryConfig.minBackoffDuration to 7 s or ' +
          'lower attemptDeadline to 143 s',
      ],
    },
    {
      case: 'a reason for what is not lost',
      input: { ...DAILY, acceptLostCrashes: 'nobody reads it' },
      warnings: ['acceptLostCrashes has nothing to accept: every crash is recovered, so remove it'],
    },
    {
      case: 'a reason beside retries that are off',
      input: { ...DAILY, acceptLostCrashes: 'nobody reads it', retry: { retryCount: 0 } },
      warnings: [
        'acceptLostCrashes has nothing to accept: retries are off, which says it already, so remove it',
      ],
    },
  ])('say $case', ({ input, warnings }) => {
    expect(timingOf(input).warnings).toEqual(warnings);
  });

  test('say that a duration without a count is read in two ways', () => {
    const retry = { retryCount: 0, maxRetryDurationSeconds: 600 };

    const timing = timingOf({ ...DAILY, acceptLostCrashes: 'a trial', retry });

    expect(timing.warnings).toHaveLength(2);
    expect(timing.warnings[1]).toBe(
      "retryConfig.maxRetryDuration 600 s stands beside retryCount 0, of which Google's texts say both that it " +
        'retries and that it does not: give a retryCount of 1 to 5',
    );
  });
});

describe('deriveTiming with acceptLostCrashes', () => {
  test('keeps the reason and tells what is lost', () => {
    expect(timingOf({ ...LOSSY, acceptLostCrashes: 'a trial' })).toMatchObject({
      acceptedLostCrashes: 'a trial',
      crashRecovery: { earlyCrashSeconds: undefined, firstLostCrashSeconds: 0 },
      coveredFaults: { crash: false, overrun: true },
    });
  });

  test("keeps Google's deadline where no shorter one would help", () => {
    const retry = { retryCount: 1, minBackoffSeconds: 5, maxBackoffSeconds: 5 };

    const timing = timingOf({ ...DAILY, acceptLostCrashes: 'a trial', retry });

    expect(timing.attemptDeadlineSeconds).toBe(180);
  });

  test('lets every other rule fail as before', () => {
    const { problems } = deriveTiming({
      ...LOSSY,
      leaseSeconds: 60,
      retentionSeconds: 1,
      acceptLostCrashes: 'x',
    });

    expect(problems.map(({ prop }) => prop)).toEqual(['lease', 'retention']);
  });

  test.each([
    { case: 'an empty text', reason: '', got: "''" },
    { case: 'a blank text', reason: '  ', got: "'  '" },
    { case: 'true', reason: true as unknown as string, got: 'true' },
  ])('refuses $case, and the loss with it', ({ reason, got }) => {
    const { problems } = deriveTiming({ ...LOSSY, acceptLostCrashes: reason });

    expect(problems).toContainEqual(expect.objectContaining({ prop: 'acceptLostCrashes', got }));
    expect(problems.map(({ prop }) => prop)).toContain('retryConfig.minBackoffDuration');
  });
});
