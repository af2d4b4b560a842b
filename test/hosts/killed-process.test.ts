import type { FunctionHost } from '../support/function-host';
import { HOSTS, HostWorld } from './host-world';

const LEASE_SECONDS = 6;
const world = new HostWorld('killed-process', { leaseSeconds: LEASE_SECONDS });
let other: FunctionHost;

beforeAll(async () => {
  other = await world.start('functions-framework');
});

afterAll(() => world.stop());

describe('a process that is killed while job logic works', () => {
  test.concurrent.each(HOSTS)('holds its run until the lease ends, under $host', async ({ host }) => {
    const killed = await world.start(host);
    const run = world.run();
    const lost = world.deliver(killed, run, 'never settles');
    await world.begun(run);

    killed.kill('SIGKILL');
    const first = await lost;
    const left = await world.record(run);
    const early = await world.deliver(other, run);
    const stillLeft = await world.record(run);
    const executionsBefore = world.executions(run);
    const retry = await world.deliverUntilFree(other, run);
    const duplicate = await world.deliver(other, run);

    expect(first.status).toBe('no answer');
    expect(left).toMatchObject({ status: 'in_progress', attempt: 1 });
    expect(early).toMatchObject({ status: 409, body: { outcome: 'held-elsewhere', attempt: 1 } });
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(LEASE_SECONDS);
    expect(stillLeft).toEqual(left);
    expect(executionsBefore).toBe(1);

    expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
    expect(duplicate).toMatchObject({ status: 200, body: { outcome: 'already-completed', attempt: 2 } });
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 2 });
    expect(world.executions(run)).toBe(2);
  });
});
