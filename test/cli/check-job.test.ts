import fc from 'fast-check';
import { checkJob, hasFailed } from '../../src/cli/check-job';
import type { ExistingJob } from '../../src/cli/existing-job';
import { fittingSettings } from '../../src/cli/fitting-settings';
import { PROP_NAMES } from '../../src/cli/setting-names';
import { describeProblem } from '../../src/problem';
import { UNKNOWN } from '../../src/timing/unknown';
import { jobOfFlags } from './job-of-flags';

const LOSSY = '--schedule */5_*_*_*_* --attempt-deadline 180s --max-retry-attempts 5 --min-backoff 5s';
const NIGHTLY = '--schedule 0_2_*_*_* --max-retry-attempts 5 --min-backoff 7s';

function states(job: ExistingJob): Record<string, string> {
  return Object.fromEntries(checkJob(job).rules.map(({ rule, state }) => [rule, state]));
}

function problems(job: ExistingJob): string[] {
  return checkJob(job).rules.flatMap((rule) => rule.problems.map(describeProblem));
}

describe('checkJob', () => {
  test('finds the lost crash of the default backoff and tells what to change', () => {
    const [problem = '', ...more] = problems(jobOfFlags(LOSSY));

    expect(more).toEqual([]);
    expect(problem).toMatch(
      /^--min-backoff must bring a retry after a crashed attempt's lease \(190 s \+ 2 s\)/,
    );
    expect(problem).toMatch(/a crash at second 0 is lost/);
    expect(problem).toMatch(/raise --min-backoff to \d+ s and lower --max-backoff to \d+ s/);
  });

  test('finds the lost crash of settings with fractions, for which no search is made', () => {
    const job = jobOfFlags(LOSSY.replace('180s', '180.5s'));

    expect(problems(job)).toEqual([
      '--min-backoff must bring a retry after the lease (190.5 s + 2 s) of each crashed attempt and before the next scheduled time, got 5 s (a crash at second 0 is lost)',
    ]);
    expect(fittingSettings(checkJob(job))).toMatch(/^--attempt-deadline 180s /);
  });

  test('names the lease by its flag', () => {
    expect(problems(jobOfFlags(`${NIGHTLY} --lease 189s`))).toEqual([
      '--lease must be at least --attempt-deadline + margin (180 s + 10 s = 190 s), got 189 s: raise --lease to 190 s or lower --attempt-deadline to 179 s',
    ]);
  });

  test('warns of a schedule that fires on other days than it seems to', () => {
    const { rules } = checkJob(jobOfFlags('--schedule 0_0_1_*_5 --max-retry-attempts 5 --min-backoff 7s'));

    expect(rules.find(({ rule }) => rule === 'schedule')).toMatchObject({
      state: 'warns',
      text: expect.stringContaining('restricts both day of month and day of week'),
    });
  });

  test('accepts a constant backoff for the same job, with a warning about the next run', () => {
    const job = jobOfFlags(`${LOSSY.replace('backoff 5s', 'backoff 40s')} --max-backoff 40s`);

    expect(states(job)).toEqual({
      values: 'holds',
      I1: 'holds',
      I2: 'holds',
      I3: 'holds',
      I4: 'holds',
      I5: 'warns',
    });
  });

  test.each([
    {
      case: 'a lease that ends with its attempt',
      flags: `${NIGHTLY} --lease 189s`,
      rule: 'I2',
      state: 'fails',
    },
    { case: 'a lease with its margin', flags: `${NIGHTLY} --lease 190s`, rule: 'I2', state: 'holds' },
    {
      case: 'a retention below the worst case',
      flags: `${NIGHTLY} --retention 1296s`,
      rule: 'I4',
      state: 'fails',
    },
    {
      case: 'a retention of the worst case',
      flags: `${NIGHTLY} --retention 1297s`,
      rule: 'I4',
      state: 'holds',
    },
    {
      case: 'a wait of 6.5 s, with which retries end too early',
      flags: NIGHTLY.replace('7s', '6.0s'),
      rule: 'I3',
      state: 'fails',
    },
    {
      case: 'a wait of 6.25 s, read exactly',
      flags: NIGHTLY.replace('7s', '6.25s'),
      rule: 'I3',
      state: 'holds',
    },
    {
      case: 'no doublings, which gcloud can say',
      flags: `${NIGHTLY} --max-doublings 0`,
      rule: 'values',
      state: 'holds',
    },
    {
      case: 'six retries',
      flags: NIGHTLY.replace('attempts 5', 'attempts 6'),
      rule: 'values',
      state: 'fails',
    },
    {
      case: 'a deadline below 15 s',
      flags: `${NIGHTLY} --attempt-deadline 14.5s`,
      rule: 'values',
      state: 'fails',
    },
    {
      case: 'a deadline above 30 min',
      flags: `${NIGHTLY} --attempt-deadline 1800.5s`,
      rule: 'values',
      state: 'fails',
    },
    {
      case: 'a minimum above the maximum',
      flags: `${NIGHTLY} --max-backoff 6s`,
      rule: 'values',
      state: 'fails',
    },
    {
      case: 'retries that are off by choice',
      flags: '--schedule 0_2_*_*_* --max-retry-attempts 0',
      rule: 'I3',
      state: 'warns',
    },
    { case: 'retries that nobody spoke of', flags: '--schedule 0_2_*_*_*', rule: 'I3', state: 'fails' },
    {
      case: 'a duration without a count, which may retry or not',
      flags: '--schedule 0_2_*_*_* --max-retry-attempts 0 --max-retry-duration 1h',
      rule: 'I3',
      state: 'fails',
    },
  ])('judges $case', ({ flags, rule, state }) => {
    expect(states(jobOfFlags(flags))[rule]).toBe(state);
  });

  test.each([
    { case: 'the schedule', change: { schedule: UNKNOWN }, skipped: ['I3', 'I5'], name: '--schedule' },
    {
      case: 'the deadline',
      change: { attemptDeadlineSeconds: UNKNOWN },
      skipped: ['I1', 'I2', 'I3', 'I4', 'I5'],
      name: '--attempt-deadline',
    },
    {
      case: 'the lease',
      change: { handler: { leaseSeconds: UNKNOWN } },
      skipped: ['I2', 'I3'],
      name: '--lease',
    },
    {
      case: 'the retention',
      change: { handler: { retentionSeconds: UNKNOWN } },
      skipped: ['I4'],
      name: '--retention',
    },
  ])(
    'skips and names the rules that need $case when only the deployment knows it',
    ({ change, skipped, name }) => {
      const { rules } = checkJob({ ...jobOfFlags(NIGHTLY), ...change });

      const found = rules.filter(({ state }) => state === 'skipped');
      expect(found.map(({ rule }) => rule)).toEqual(skipped);
      for (const { note } of found)
        expect(note).toMatch(new RegExp(`depends on .*${name}.*, known only at deploy time`));
    },
  );

  describe('with a renewed lease', () => {
    const renewed = (leaseSeconds: number | typeof UNKNOWN) => ({
      ...jobOfFlags(`--schedule */10_*_*_*_* --attempt-deadline 9m --max-retry-attempts 5`),
      handler: { leaseSeconds, isLeaseRenewed: true },
    });

    test('checks I6 instead of I2, and draws the lease that follows the crash', () => {
      const checked = checkJob(renewed(30));

      expect(checked.rules.map(({ rule, state }) => `${rule} ${state}`)).toEqual([
        'values holds',
        'I1 holds',
        'I3 holds',
        'I4 holds',
        'I5 warns',
        'I6 holds',
      ]);
      expect(checked.timeline?.cases.map(({ crash }) => crash?.leaseEndSeconds)).toEqual([
        30,
        570,
        undefined,
      ]);
    });

    test.each([
      {
        case: 'a lease that cannot be renewed in time',
        job: renewed(14),
        texts: ['lease must be at least 15 s where it is renewed, got 14 s: raise it to 15 s'],
      },
      {
        case: 'a lease that leaves a late crash no retry',
        job: renewed(53),
        texts: [
          "lease must bring a retry after a crashed attempt's lease (53 s + 2 s) and more than 5 s before the next scheduled time (every 600 s), got 53 s beside attemptDeadline 540 s (retries 5, 15, 35, 75, 155 s after the failure: a crash at second 520 is lost): lower lease to 33 s or lower attemptDeadline to 519 s",
        ],
      },
      {
        case: 'a lease with fractions, for which no search is made',
        job: renewed(60.5),
        texts: [
          'retryConfig.minBackoffDuration must bring a retry after the lease (60.5 s + 2 s) of each crashed attempt and before the next scheduled time, got 5 s (a crash at second 520 is lost)',
        ],
      },
    ])('reports $case', ({ job, texts }) => {
      expect(problems({ ...job, names: PROP_NAMES })).toEqual(texts);
    });

    test('skips I3 and I6 where only the deployment knows the lease', () => {
      expect(states(renewed(UNKNOWN))).toMatchObject({ I3: 'skipped', I6: 'skipped' });
    });

    test('suggests what fits, and it stays a renewed one', () => {
      expect(fittingSettings(checkJob(renewed(60)))).toBe(
        '--attempt-deadline 540s --max-retry-attempts 5 --min-backoff 5s --max-backoff 3600s --max-doublings 5 --lease 15s',
      );
    });
  });

  test('finds a crash that is lost whatever the schedule will be', () => {
    const job = { ...jobOfFlags(NIGHTLY.replace('7s', '5s')), schedule: UNKNOWN } as const;

    expect(states(job)['I3']).toBe('fails');
  });

  test('checks nothing with a value that is out of range', () => {
    const { rules, timeline } = checkJob(jobOfFlags(`${NIGHTLY} --attempt-deadline 2s`));

    expect(rules.filter(({ state }) => state === 'skipped').map(({ rule }) => rule)).toEqual([
      'I1',
      'I2',
      'I3',
      'I4',
      'I5',
    ]);
    expect(timeline).toBeUndefined();
  });
});

describe('fittingSettings', () => {
  test('keeps the deadline where that can be', () => {
    expect(fittingSettings(checkJob(jobOfFlags(LOSSY)))).toMatch(
      /^--attempt-deadline 180s --max-retry-attempts 5 /,
    );
  });

  test('shortens a deadline that no retries fit', () => {
    expect(fittingSettings(checkJob(jobOfFlags('--schedule *_*_*_*_* --max-retry-attempts 5')))).toMatch(
      /^--attempt-deadline 26s /,
    );
  });

  test('holds every rule when it is taken', () => {
    const schedule = fc.constantFrom(
      '*_*_*_*_*',
      '*/2_*_*_*_*',
      '*/5_*_*_*_*',
      '0_*_*_*_*',
      '0_2_*_*_*',
      '0_0_1_1_*',
    );
    const deadline = fc.integer({ min: 15, max: 1800 });
    fc.assert(
      fc.property(schedule, deadline, (cron, seconds) => {
        const fit = fittingSettings(
          checkJob(jobOfFlags(`--schedule ${cron} --attempt-deadline ${seconds}s`)),
        );

        expect(hasFailed(checkJob(jobOfFlags(`--schedule ${cron} ${fit}`)))).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
