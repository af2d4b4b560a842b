import type { FunctionHost, FunctionHostOptions } from '../support/function-host';
import { until } from '../support/until';
import { HOSTS, HostWorld } from './host-world';
import type { Behaviour } from './logic/steered';

const world = new HostWorld('stop-signal');
let other: FunctionHost;

beforeAll(async () => {
  other = await world.start('functions-framework');
});

afterAll(() => world.stop());

/** An instance at work on a run. */
async function atWork(host: FunctionHostOptions['host'], logic: Behaviour) {
  const instance = await world.start(host);
  const run = world.run();
  const answer = world.deliver(instance, run, logic);
  await world.begun(run);
  return { instance, run, answer };
}

/** Sends SIGTERM and resolves once it was heard; `ended` says how the process ended, and how long after. */
async function stop(instance: FunctionHost) {
  instance.kill('SIGTERM');
  await until('the signal is heard', () =>
    instance.logs.some((line) => line['message'] === 'the instance was told to stop'),
  );
  const heardMs = performance.now();
  return { ended: instance.exited.then((exit) => ({ ...exit, afterMs: performance.now() - heardMs })) };
}

describe('SIGTERM', () => {
  // The longest first, since only some are run at a time.
  test.concurrent.each(HOSTS)(
    'goes after nine seconds when job logic never settles, under $host',
    async ({ host }) => {
      const { instance, run, answer } = await atWork(host, 'never settles');

      const { ended } = await stop(instance);
      const [{ status }, exit] = await Promise.all([answer, ended]);
      const retry = await world.deliver(other, run);

      expect([500, 'no answer']).toContain(status);
      expect(exit).toMatchObject({ code: 1, signal: null });
      expect(exit.afterMs).toBeGreaterThan(7_000);
      expect(exit.afterMs).toBeLessThan(10_000);
      expect(await world.record(run)).toMatchObject({ status: 'in_progress', attempt: 1 });
      expect(retry.status).toBe(409);
      expect(instance.logs.at(-1)).toMatchObject({
        severity: 'ERROR',
        message:
          'attempts did not settle in time; nothing more is written, and the lease of a run that is not completed runs out',
        attempts: [{ runId: run.runId, attempt: 1 }],
      });
    },
  );

  test.concurrent.each(HOSTS)('ends an idle instance at once, under $host', async ({ host }) => {
    const instance = await world.start(host);

    instance.kill('SIGTERM');

    expect(await instance.exited).toEqual({ code: 0, signal: null });
  });

  test.concurrent.each(HOSTS)(
    'writes a failure down when job logic leaves, under $host',
    async ({ host }) => {
      const { instance, run, answer } = await atWork(host, 'throws when told to stop');

      const { ended } = await stop(instance);
      const [{ status, body }, exit] = await Promise.all([answer, ended]);
      const record = await world.record(run);
      const retry = await world.deliver(other, run);

      expect({ status, body }).toMatchObject({ status: 500, body: { outcome: 'failed', attempt: 1 } });
      expect(record).toMatchObject({ status: 'failed', error: 'Error: left when told to stop' });
      expect(exit).toMatchObject({ code: 0, signal: null });
      expect(exit.afterMs).toBeLessThan(5_000);
      expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
    },
  );

  test.concurrent.each(HOSTS)(
    'lets job logic finish and claims nothing more, under $host',
    async ({ host }) => {
      const { instance, run, answer } = await atWork(host, 'returns a second after it is told to stop');
      const late = world.run();

      const { ended } = await stop(instance);
      const lateAnswer = await world.deliver(instance, late);
      const [{ status, body }, exit] = await Promise.all([answer, ended]);

      // The framework keeps its server open; one of our own is closed and takes no connection.
      expect(lateAnswer.status).toBe(host === 'plain' ? 'no answer' : 500);
      expect(lateAnswer.body['outcome']).toBe(host === 'plain' ? undefined : 'stopping');
      expect(await world.record(late)).toBeUndefined();
      expect({ status, body }).toMatchObject({ status: 200, body: { result: 'late and complete' } });
      expect(await world.record(run)).toMatchObject({ status: 'completed', result: '"late and complete"' });
      expect(exit).toMatchObject({ code: 0, signal: null });
      expect(exit.afterMs).toBeGreaterThan(500);
      expect(exit.afterMs).toBeLessThan(6_000);
    },
  );

  test.concurrent.each(HOSTS)('goes at once when a second signal comes, under $host', async ({ host }) => {
    const { instance, run, answer } = await atWork(host, 'never settles');

    const { ended } = await stop(instance);
    instance.kill('SIGINT');
    const [{ status }, exit] = await Promise.all([answer, ended]);

    expect([500, 'no answer']).toContain(status);
    expect(exit).toMatchObject({ code: 1, signal: null });
    expect(exit.afterMs).toBeLessThan(4_000);
    expect(await world.record(run)).toMatchObject({ status: 'in_progress', attempt: 1 });
  });
});
