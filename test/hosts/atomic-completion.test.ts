import type { FunctionHost } from '../support/function-host';
import { until } from '../support/until';
import { HOSTS, HostWorld, linesOf, type Run } from './host-world';
import type { Behaviour } from './logic/steered';

const world = new HostWorld('atomic-completion', { leaseSeconds: 8 });
let other: FunctionHost;

beforeAll(async () => {
  other = await world.start('functions-framework');
});

afterAll(() => world.stop());

const STANDS: readonly { readonly logic: Behaviour; readonly message: string | undefined }[] = [
  { logic: 'completes atomically', message: undefined },
  {
    logic: 'completes atomically and throws',
    message: 'the job logic threw after it had completed its run, which stays completed',
  },
  {
    logic: 'completes atomically twice',
    message: 'the job logic threw after it had completed its run, which stays completed',
  },
];

/** The run is completed once, with its one effect, and its duplicates hear so. */
async function expectCompleted(run: Run): Promise<void> {
  const duplicate = await world.deliver(other, run, 'completes atomically');
  expect(duplicate).toMatchObject({ status: 200, body: { outcome: 'already-completed', result: 'atomic' } });
  expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1, result: '"atomic"' });
  expect(await world.effects(run)).toEqual(['1']);
  expect(world.executions(run)).toBe(1);
}

describe('job logic', () => {
  test.each(STANDS)('that $logic is completed with its effect', async ({ logic, message }) => {
    const run = world.run();

    const answer = await world.deliver(other, run, logic);

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed', result: 'atomic' } });
    expect(linesOf(other, run, 'WARNING').map((line) => line['message'])).toEqual(message ? [message] : []);
    await expectCompleted(run);
  });

  test('that completes with a result that cannot be kept is completed without one', async () => {
    const run = world.run();

    const answer = await world.deliver(other, run, 'completes with what cannot be kept');

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed' } });
    expect(answer.body).not.toHaveProperty('result');
    expect(await world.effects(run)).toEqual(['1']);
    expect(linesOf(other, run, 'WARNING')).toMatchObject([{ problem: expect.stringMatching(/BigInt/) }]);
  });

  test('whose writes are refused fails without an effect, and its retry runs', async () => {
    const run = world.run();

    const answer = await world.deliver(other, run, 'completes with writes that are refused');
    const left = await world.effects(run);
    const retry = await world.deliver(other, run, 'completes atomically');

    expect(answer).toMatchObject({ status: 500, body: { outcome: 'failed' } });
    expect(linesOf(other, run, 'ERROR')).toMatchObject([{ error: { code: 'WRITES_REFUSED' } }]);
    expect(left).toEqual([]);
    expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
    expect(await world.effects(run)).toEqual(['2']);
  });

  test.concurrent.each(HOSTS)(
    'that completes atomically stays completed when its instance is told to stop, under $host',
    async ({ host }) => {
      const instance = await world.start(host);
      const run = world.run();
      const answer = world.deliver(instance, run, 'completes atomically and waits to be stopped');
      await until('the run is completed', () => linesOf(instance, run, 'INFO').length > 1);

      instance.kill('SIGTERM');

      expect(await answer).toMatchObject({ status: 200, body: { outcome: 'completed', result: 'atomic' } });
      expect(await instance.exited).toEqual({ code: 0, signal: null });
      await expectCompleted(run);
    },
  );

  test.concurrent.each(HOSTS)(
    'that completes atomically stays completed when its process is killed, under $host',
    async ({ host }) => {
      const instance = await world.start(host);
      const run = world.run();
      const answer = world.deliver(instance, run, 'completes atomically and waits to be stopped');
      await until('the run is completed', () => linesOf(instance, run, 'INFO').length > 1);

      instance.kill('SIGKILL');

      expect((await answer).status).toBe('no answer');
      await expectCompleted(run);
    },
  );

  test.concurrent('that completes atomically and exits the process stays completed', async () => {
    const instance = await world.start('plain');
    const run = world.run();

    const answer = await world.deliver(instance, run, 'completes atomically and exits the process');

    expect(answer.status).toBe('no answer');
    expect(await instance.exited).toEqual({ code: 3, signal: null });
    await expectCompleted(run);
  });

  test.concurrent.each(HOSTS)(
    'that exits the process leaves its lease to run out, and a line that says so, under $host',
    async ({ host }) => {
      const instance = await world.start(host);
      const run = world.run();

      const answer = await world.deliver(instance, run, 'exits the process');
      const exit = await instance.exited;
      const early = await world.deliver(other, run);
      const retry = await world.deliverUntilFree(other, run);

      // The framework answers with its last words.
      expect([500, 'no answer']).toContain(answer.status);
      expect(exit).toEqual({ code: 3, signal: null });
      expect(instance.logs.at(-1)).toMatchObject({
        severity: 'CRITICAL',
        message:
          'the process was ended while attempts are at work; the lease of a run that is not completed runs out',
        code: 3,
        attempts: [{ runId: run.runId, attempt: 1 }],
      });
      expect(early.status).toBe(409);
      expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
    },
  );

  test.concurrent('that leaves a thread running completes, and a line says so', async () => {
    const instance = await world.start('functions-framework');
    const run = world.run();

    const answer = await world.deliver(instance, run, 'leaves a thread running');
    await until('the thread is told of', () =>
      instance.logs.some((line) => String(line['message']).startsWith('job logic has left threads running')),
    );

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed', result: 'returned' } });
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
  });
});
