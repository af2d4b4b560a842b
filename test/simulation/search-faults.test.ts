import {
  type CheckedSubject,
  type FaultSearch,
  type Outside,
  replay,
  searchFaults,
} from 'cdktf-deduped-scheduler/testing';
import type { JobFunction } from '../../lambda-handler/job-run';
import { JOB } from './simulated-job';

function searchOf(logic: (outside: Outside) => JobFunction, problems = (): string[] => []): FaultSearch {
  return { job: JOB, runs: 3, subject: (): CheckedSubject => ({ logic, problems }) };
}

const reproducible = () => async () => undefined;

describe('searchFaults', () => {
  test('finds nothing where nothing is wrong', async () => {
    expect(await searchFaults(searchOf(reproducible), { plans: 5 })).toEqual([]);
  });

  test('reports job logic that never completes a run, with what it threw', async () => {
    const search = searchOf(() => () => {
      throw new TypeError('ledger is undefined');
    });

    const violations = await searchFaults(search, { plans: 5, seed: 3 });

    expect(violations.map(({ seed, problems }) => ({ seed, problems }))).toEqual([
      {
        seed: 3,
        problems: [
          'no run was completed, not even one to which nothing happened: its job logic threw TypeError: ledger is undefined',
        ],
      },
    ]);
    expect(String(violations[0]?.history)).toContain('job logic threw: TypeError: ledger is undefined');
  });

  test('does not report so where faults are to blame', async () => {
    const faults = ['outside'] as const;
    const search = searchOf((outside) => () => outside.call(() => undefined));
    const once = { ...search, job: { ...JOB, retry: { ...JOB.retry, retryCount: 0 } }, runs: 1, faults };
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const played = await Promise.all(seeds.map((seed) => replay(once, seed)));
    const failing = played.find(({ history }) => history.executions.every(({ end }) => end === 'threw'));

    expect(failing?.problems).toEqual([]);
    expect(await searchFaults(once, { plans: 1, seed: failing?.seed })).toEqual([]);
  });

  test('says that job logic waits for a real timer', async () => {
    const search = searchOf(() => () => new Promise((resolve) => setTimeout(resolve, 60_000).unref()));

    const [first, ...more] = await searchFaults({ ...search, faults: ['late'] }, { plans: 1 });

    expect([first?.problems[0], more[0]?.problems[0]]).toEqual([
      'no run was completed, not even one to which nothing happened: its job logic died',
      expect.stringMatching(
        /^job logic of delivery 0 and of \d+ more never settled, .*: a simulation does not wait for real timers/,
      ),
    ]);
    expect(String(first?.history)).toContain('job logic died, and waited for nothing of the simulation');
  });

  test('does not say so of job logic that waits in virtual time until its instance dies', async () => {
    const search = searchOf((outside) => async (run) => {
      if (run.attempt === 1) await outside.sleep(3_600_000);
    });

    const { problems, history } = await replay({ ...search, faults: ['late'] }, 1);

    expect(history.executions.map(({ end }) => end)).toContain('died');
    expect(problems).toEqual([]);
  });

  test.each([
    { case: 'of the first plan, without any problem', plans: 3, problems: () => [] },
    { case: 'of a plan with a problem', plans: 1, problems: () => ['wrong'] },
  ])('says that a seed does not play the same twice: $case', async ({ plans, problems }) => {
    let calls = 0;
    const search = searchOf((outside) => async () => outside.sleep(++calls), problems);

    const [first] = await searchFaults({ ...search, faults: ['late'] }, { plans });

    expect(first?.problems).toEqual([
      ...problems(),
      expect.stringMatching(/^seed 1 does not play the same twice: .* such as real time, chance, files/),
    ]);
  });

  test('says that a problem does not come again', async () => {
    let checks = 0;
    const search = searchOf(reproducible, () => (++checks === 3 ? ['wrong'] : []));

    const violations = await searchFaults(search, { plans: 2 });

    expect(violations.map(({ seed, problems }) => ({ seed, problems }))).toEqual([
      { seed: 2, problems: ['wrong', expect.stringMatching(/^seed 2 does not play the same twice/)] },
    ]);
  });

  test("does not mind that job logic's own words differ", async () => {
    let words = 0;
    const search = searchOf(() => async (run) => {
      run.log.info(`request ${++words}`);
      if (run.attempt === 1) throw new Error(`request ${++words}`);
    });

    expect(await searchFaults(search, { plans: 3 })).toEqual([]);
  });

  test.each([
    {
      case: 'throws while it is loaded',
      logic: () => {
        throw new Error('no such table');
      },
      says: 'job logic could not be loaded: Error: no such table',
    },
    {
      case: 'is not there',
      logic: () => undefined as unknown as JobFunction,
      says: 'logic(outside) must return a function that is given a run, got nothing',
    },
    {
      case: 'is promised',
      logic: (async () => () => undefined) as unknown as () => JobFunction,
      says: 'logic(outside) must return a function that is given a run, got a Promise',
    },
  ])('rejects where job logic $case', async ({ logic, says }) => {
    await expect(searchFaults(searchOf(logic), { plans: 2 })).rejects.toThrow(says);
  });
});
