import { createDocument, updateDocument } from '../../lambda-handler/document-writes';
import type { JobFunction } from '../../lambda-handler/job-run';
import { courseOf } from '../../lambda-handler/simulation/history-text';
import { simulate } from '../../lambda-handler/simulation/simulate';
import { JOB, planOf } from './simulated-job';

const historyOf = (logic: JobFunction, plan = planOf()) => simulate(JOB, plan, { logic: () => logic });

const failingOnce: JobFunction = (run) => {
  run.log.warning('the ledger is slow', { tries: 2 });
  if (run.attempt === 1) throw new TypeError('no\nledger');
};

describe('History', () => {
  test('keeps what job logic threw and logged', async () => {
    const { executions } = await historyOf(failingOnce);

    expect(executions).toMatchObject([
      {
        end: 'threw',
        error: 'TypeError: no\nledger',
        log: [{ severity: 'WARNING', message: 'the ledger is slow', fields: { tries: 2 } }],
      },
      { end: 'returned' },
    ]);
    expect(executions[1]).not.toHaveProperty('error');
  });

  test('keeps 10,000 characters of an error, and prints 200 of them', async () => {
    const history = await historyOf((run) => {
      if (run.attempt === 1) throw 'x'.repeat(10_001);
    });

    expect(history.executions[0]?.error).toHaveLength(10_000);
    expect(String(history)).toMatch(/job logic threw: x{200}…\n/);
  });

  test('prints a line for each thing that happened', async () => {
    expect(String(await historyOf(failingOnce)).split('\n')).toEqual([
      '2026-01-01T12:00:00.000Z  delivery 0 of the run of 2026-01-01T12:00:00.000Z (scheduler)',
      '2026-01-01T12:00:00.005Z  delivery 0: claim committed, in_progress, attempt 1',
      '2026-01-01T12:00:00.010Z  delivery 0: job logic begins, attempt 1',
      '2026-01-01T12:00:00.010Z  delivery 0: job logic logs: WARNING the ledger is slow {"tries":2}',
      '2026-01-01T12:00:00.010Z  delivery 0: job logic threw: TypeError: no ledger',
      '2026-01-01T12:00:00.015Z  delivery 0: finish committed, failed, attempt 1',
      '2026-01-01T12:00:00.020Z  delivery 0: 500 failed',
      '2026-01-01T12:00:05.020Z  delivery 1 of the run of 2026-01-01T12:00:00.000Z (scheduler)',
      '2026-01-01T12:00:05.045Z  delivery 1: claim committed, in_progress, attempt 2',
      '2026-01-01T12:00:05.050Z  delivery 1: job logic begins, attempt 2',
      '2026-01-01T12:00:05.050Z  delivery 1: job logic logs: WARNING the ledger is slow {"tries":2}',
      '2026-01-01T12:00:05.050Z  delivery 1: job logic returned',
      '2026-01-01T12:00:05.055Z  delivery 1: finish committed, completed, attempt 2',
      '2026-01-01T12:00:05.060Z  delivery 1: 200 completed',
      '2026-01-01T13:00:05.041Z  delivery -: forgotten committed, completed, attempt 2',
    ]);
  });

  test('keeps what came of each call of completeWith', async () => {
    const history = await historyOf(async (run) => {
      await run.completeWith([updateDocument('entries/none', {})]).catch(() => undefined);
      await run.completeWith([createDocument('entries/one', {})]);
    });

    expect(history.executions[0]?.completions).toMatchObject([
      { paths: ['entries/none'], end: 'WRITES_REFUSED' },
      { paths: ['entries/one'], end: 'committed' },
    ]);
    expect(String(history)).toMatch(
      /hears of completeWith: WRITES_REFUSED\n(?:.*\n)*.*hears of completeWith: committed/,
    );
  });

  test('tells the presses of a forced run apart, which have one run id', async () => {
    const plan = planOf();
    const [run] = plan.runs as [(typeof plan.runs)[number]];
    const pressedBeforeMs = [500_000, 100_000];

    const history = await historyOf(() => undefined, { ...plan, runs: [{ ...run, pressedBeforeMs }] });

    const [first, second, scheduled] = history.executions;
    expect(history.executions).toMatchObject([
      { forced: true, generation: 0, end: 'returned' },
      { forced: true, generation: 1, end: 'returned' },
      { forced: false, generation: 0, end: 'returned' },
    ]);
    expect(second?.runId).toBe(first?.runId);
    expect(scheduled?.runId).not.toBe(first?.runId);
    expect(String(history)).toContain('job logic begins, attempt 2, forced, generation 1');
  });
});

describe('courseOf', () => {
  test("is the same whatever job logic's own words are, and another where its time differs", async () => {
    const says =
      (word: string): JobFunction =>
      (run) => {
        run.log.info(word);
        if (run.attempt === 1) throw new Error(word);
      };
    const [a, b, other] = await Promise.all(
      [says('a'), says('b'), () => undefined].map((logic) => historyOf(logic)),
    );

    expect(courseOf(a as NonNullable<typeof a>)).toBe(courseOf(b as NonNullable<typeof b>));
    expect(courseOf(a as NonNullable<typeof a>)).not.toBe(courseOf(other as NonNullable<typeof other>));
  });
});
