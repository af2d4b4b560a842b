import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionHost } from '../support/function-host';
import { HOSTS, HostWorld } from './host-world';

const LEASE_SECONDS = 15;
const world = new HostWorld('renewed-lease', {
  timeoutSeconds: 60,
  leaseSeconds: LEASE_SECONDS,
  leaseKind: 'renewed',
});
let other: FunctionHost;

beforeAll(async () => {
  other = await world.start('functions-framework');
});

afterAll(() => world.stop());

describe('a renewed lease', () => {
  test.concurrent.each(HOSTS)(
    'holds its run while job logic blocks the event loop for longer, under $host',
    async ({ host }) => {
      const instance = await world.start(host);
      const run = world.run();
      const answer = world.deliver(instance, run, 'blocks the event loop for 18 seconds');
      await world.begun(run);

      await sleep((LEASE_SECONDS + 1) * 1000);
      const duplicate = await world.deliver(other, run);
      const held = await world.record(run);

      expect(duplicate).toMatchObject({ status: 409, body: { outcome: 'held-elsewhere', attempt: 1 } });
      expect(held?.renewals).toBeGreaterThanOrEqual(3);
      expect(await answer).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
      expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
      expect(world.executions(run)).toBe(1);
    },
    90_000,
  );

  test.concurrent('is taken over after its own short length when its process is killed', async () => {
    const killed = await world.start('plain');
    const run = world.run();
    const lost = world.deliver(killed, run, 'never settles');
    await world.begun(run);
    await sleep(6_000);

    killed.kill('SIGKILL');
    await lost;
    const early = await world.deliver(other, run);
    const retry = await world.deliverUntilFree(other, run);

    expect(early.status).toBe(409);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(LEASE_SECONDS);
    expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
    expect(world.executions(run)).toBe(2);
  }, 90_000);

  test.concurrent('fires the signal with the next renewal when the run is lost', async () => {
    const instance = await world.start('functions-framework');
    const run = world.run();
    const answer = world.deliver(instance, run, 'waits until its run is lost');
    await world.begun(run);

    await world.remove(run);
    const lostAtMs = performance.now();
    const { status, body } = await answer;

    // A third of the lease, and what a loaded machine needs; the deadline's own signal is far off.
    expect(performance.now() - lostAtMs).toBeLessThan(LEASE_SECONDS * 1000);
    expect({ status, body }).toMatchObject({ status: 500, body: { outcome: 'superseded' } });
    const warnings = instance.logs.filter(
      (line) => line['runId'] === run.runId && line['severity'] === 'WARNING',
    );
    expect(warnings[0]?.['message']).toBe('the run was lost while its job logic works; its signal fires');
    expect(await world.record(run)).toBeUndefined();
  }, 90_000);
});
