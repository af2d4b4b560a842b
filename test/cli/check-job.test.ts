import fc from 'fast-check';
import { checkJob, hasFailed } from '../../src/cli/check-job';
import type { ExistingJob } from '../../src/cli/existing-job';
import { fittingSettings } from '../../src/cli/fitting-settings';
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
