import type { FunctionHost } from '../support/function-host';
import { HOSTS, HostWorld } from './host-world';

const world = new HostWorld('watchdog', { leaseSeconds: 7 });
let other: FunctionHost;

beforeAll(async () => {
  other = await world.start('functions-framework');
});

afterAll(() => world.stop());

const CASES = HOSTS.flatMap(({ host }) => [
  { host, logic: 'blocks the event loop' } as const,
  { host, logic: 'never settles' } as const,
]);

describe('the watchdog', () => {
  test.concurrent.each(CASES)(
    'ends the process before the lease when job logic $logic, under $host',
    async ({ host, logic }) => {
      const watched = await world.start(host);
      const run = world.run();

      const answer = await world.deliver(watched, run, logic);
      expect(answer.status).toBe('no answer');
      const exit = await watched.exited;
      const early = await world.deliver(other, run);
      const left = await world.record(run);
      const retry = await world.deliverUntilFree(other, run);

      expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
      const critical = watched.logs.filter((line) => line['severity'] === 'CRITICAL');
      expect(critical).toMatchObject([
        { runId: run.runId, 'logging.googleapis.com/labels': { run_id: run.runId } },
      ]);
      expect(early).toMatchObject({ status: 409, body: { attempt: 1 } });
      expect(left).toMatchObject({ status: 'in_progress', attempt: 1 });
      expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
      expect(world.executions(run)).toBe(2);
    },
  );

  test.concurrent('takes the other attempts of its process along, and their retries complete', async () => {
    const watched = await world.start('functions-framework');
    const [stuck, neighbour] = [world.run(), world.run()];

    const lost = world.deliver(watched, stuck, 'never settles');
    await world.begun(stuck);
    const answers = await Promise.all([lost, world.deliver(watched, neighbour, 'waits')]);
    const retry = await world.deliverUntilFree(other, neighbour);

    expect(answers.map(({ status }) => status)).toEqual(['no answer', 'no answer']);
    expect(retry).toMatchObject({ status: 200, body: { attempt: 2 } });
  });
});
