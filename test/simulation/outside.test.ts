import { join, resolve } from 'node:path';
import type { JobRun } from '../../lambda-handler/job-run';
import type { Outside } from '../../lambda-handler/simulation/outside';
import { simulate } from '../../lambda-handler/simulation/simulate';
import { runCommand } from '../support/run-command';
import { JOB, planOf } from './simulated-job';

const CRASH = { instance: [{ kind: 'crash', at: { kind: 'time', afterMs: 50 } }] } as const;

/** Settles when what is due at the moment has been done. */
function late(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

function refuses(): never {
  throw new Error('duplicate key');
}

describe('outside.call', () => {
  test.each<{ case: string; effect: () => unknown }>([
    { case: 'throws', effect: refuses },
    { case: 'rejects', effect: async () => refuses() },
  ])('hands the error on where its effect $case', async ({ effect }) => {
    const heard: unknown[] = [];
    const logic = (outside: Outside) => async () => {
      await outside.call(effect).catch((error: Error) => heard.push(error.message));
    };

    const history = await simulate(JOB, planOf([]), { logic });

    expect(heard).toEqual(['duplicate key']);
    expect(history.deliveries.map(({ answer }) => answer?.outcome)).toEqual(['completed']);
  });

  test.each<{ case: string; effect: () => unknown }>([
    { case: 'throws', effect: refuses },
    { case: 'rejects', effect: async () => refuses() },
    { case: 'rejects some time later', effect: () => late().then(refuses) },
  ])('is not heard by an instance that died meanwhile where its effect $case', async ({ effect }) => {
    const heard: number[] = [];
    const logic =
      (outside: Outside) =>
      async ({ attempt }: JobRun) => {
        await outside.call(effect).catch(() => heard.push(attempt));
      };

    const history = await simulate(JOB, planOf([CRASH]), { logic });

    expect(history.deliveries[0]?.death?.why).toBe('crash');
    expect(heard).toEqual([2]);
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('and sleep reject %s ms', async (ms) => {
    const heard: unknown[] = [];
    const logic = (outside: Outside) => async () => {
      await outside.sleep(ms).catch((error: Error) => heard.push(error.message));
      await outside.call(() => 1, ms).catch((error: Error) => heard.push(error.message));
    };

    await simulate(JOB, planOf([]), { logic });

    expect(heard).toEqual([
      `outside.sleep takes milliseconds from 0, got ${ms}`,
      `outside.call takes milliseconds from 0, got ${ms}`,
    ]);
  });
});

describe('what job logic does not wait for', () => {
  test('ends neither the search nor its process', async () => {
    const root = resolve(__dirname, '../..');
    const script = join(__dirname, 'unawaited/search.ts');

    const output = await runCommand(process.execPath, ['--import', 'tsx', script], { cwd: root });

    expect(output.split('\n')).toEqual([
      'effect: 0 problems',
      'call: 0 problems',
      'completion: 1 problems',
      '',
    ]);
  });
});

describe('the run under simulation', () => {
  test('is frozen, as it is in the handler', async () => {
    const errors: unknown[] = [];
    const logic = () => (run: JobRun) => {
      try {
        (run as { note?: number }).note = 1;
      } catch (error) {
        errors.push(error);
      }
    };

    await simulate(JOB, planOf([]), { logic });

    expect(errors).toEqual([expect.any(TypeError)]);
  });

  test('is given to no generator, which would do none of its work', async () => {
    const logic = () =>
      function* () {
        yield 1;
      } as never;

    await expect(simulate(JOB, planOf([]), { logic })).rejects.toThrow(
      'logic(outside) must return a function that is given a run, got a generator function',
    );
  });
});
