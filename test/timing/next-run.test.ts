import fc from 'fast-check';
import { describeProblem } from '../../src/problem';
import { deriveTiming } from '../../src/timing/derive-timing';
import { nextRunFixes } from '../../src/timing/next-run-fixes';
import { checkEndsBeforeNextRun } from '../../src/timing/next-run-rule';
import type { TimingInput } from '../../src/timing/timing-input';

function endsInTime(input: TimingInput): boolean {
  return deriveTiming(input).timing?.endsBeforeNextRun === true;
}

function fixTexts(input: TimingInput): string[] {
  return nextRunFixes(input).map(({ text }) => text);
}

describe('checkEndsBeforeNextRun', () => {
  test('accepts a run that ends a second before the next one', () => {
    expect(checkEndsBeforeNextRun({ worstCaseEndSeconds: 1297, gapSeconds: 1298 })).toEqual([]);
  });

  test('reports one that ends as the next one is due, with the numbers', () => {
    const problems = checkEndsBeforeNextRun({
      worstCaseEndSeconds: 1297,
      gapSeconds: 1297,
      fix: 'lower attemptDeadline to 179 s',
    });

    expect(problems.map(describeProblem)).toEqual([
      'schedule must leave a run its worst case (1297 s) before the next one is due, or that one starts late or is ' +
        'skipped, got every 1297 s: lower attemptDeadline to 179 s',
    ]);
  });
});

describe('nextRunFixes', () => {
  test.each<{ case: string; input: TimingInput; texts: readonly string[] }>([
    {
      case: 'deadline or count for a job every ten minutes',
      input: { gapSeconds: 600, retry: {} },
      texts: ['lower attemptDeadline to 74 s', 'lower retryConfig.retryCount to 1'],
    },
    {
      case: 'both for a job each minute',
      input: { gapSeconds: 60, retry: {} },
      texts: ['lower attemptDeadline to 15 s and lower retryConfig.retryCount to 1'],
    },
    {
      case: 'a duration that goes beyond the counted retries',
      input: { gapSeconds: 3600, retry: { maxRetryDurationSeconds: 3600 } },
      texts: ['lower retryConfig.maxRetryDuration to 2232 s'],
    },
    {
      case: 'nothing where the given values leave no way',
      input: {
        gapSeconds: 60,
        attemptDeadlineSeconds: 26,
        retry: { minBackoffSeconds: 8, maxBackoffSeconds: 8 },
      },
      texts: [],
    },
  ])('change $case', ({ input, texts }) => {
    expect(fixTexts(input)).toEqual(texts);
  });

  test('make the rule hold, without breaking another one', () => {
    const inputs = fc.record({
      gapSeconds: fc.constantFrom(60, 120, 300, 600, 900, 1800, 3600),
      attemptDeadlineSeconds: fc.option(fc.integer({ min: 15, max: 600 }), { nil: undefined }),
      retry: fc.record(
        {
          retryCount: fc.integer({ min: 1, max: 5 }),
          minBackoffSeconds: fc.integer({ min: 1, max: 60 }),
          maxRetryDurationSeconds: fc.constantFrom(0, 60, 600, 4000),
        },
        { requiredKeys: [] },
      ),
    });

    fc.assert(
      fc.property(inputs, (input) => {
        fc.pre(deriveTiming(input).timing?.endsBeforeNextRun === false);

        for (const fix of nextRunFixes(input)) expect(endsInTime(fix.input)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('are the smallest: one second or one retry less does not do', () => {
    const input: TimingInput = { gapSeconds: 600, retry: {} };

    expect(endsInTime({ ...input, attemptDeadlineSeconds: 75 })).toBe(false);
    expect(endsInTime({ ...input, retry: { retryCount: 2 } })).toBe(false);
  });
});
