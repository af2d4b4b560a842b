import type { FunctionHost } from '../support/function-host';
import type { Answer } from '../support/scheduler-request';
import { until } from '../support/until';
import { HOSTS, HostWorld, type Run } from './host-world';
import type { Behaviour } from './logic/steered';

const DELIVERIES = 50;

const STATUSES: Readonly<Record<string, number>> = {
  completed: 200,
  'already-completed': 200,
  'held-elsewhere': 409,
};

describe('fifty deliveries of a run at once', () => {
  const world = new HostWorld('duplicates');
  let instances: readonly FunctionHost[];

  beforeAll(async () => {
    instances = await Promise.all(HOSTS.map(({ host }) => world.start(host)));
  });

  afterAll(() => world.stop());

  /** Delivers to the two instances in turn; `answered` grows as the answers come. */
  function deliverAll(run: Run, logic: Behaviour) {
    const answered: Answer[] = [];
    const all = Array.from({ length: DELIVERIES }, async (_, index) => {
      const instance = instances[index % instances.length] as FunctionHost;
      answered.push(await world.deliver(instance, run, logic));
    });
    return { answered, all: Promise.all(all) };
  }

  test('execute job logic once when it is quick', async () => {
    const run = world.run();

    const { answered, all } = deliverAll(run, 'returns');
    await all;

    expect(world.executions(run)).toBe(1);
    const outcomes = answered.map(({ body }) => String(body['outcome']));
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
    expect(answered.map(({ status }) => status)).toEqual(outcomes.map((outcome) => STATUSES[outcome]));
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  test('execute job logic once, and all others hear 409, when it takes its time', async () => {
    const run = world.run();

    const { answered, all } = deliverAll(run, 'waits');
    await until('all others are answered', () => answered.length === DELIVERIES - 1);
    const others = answered.map(({ status }) => status);
    for (const instance of instances) await world.deliver(instance, world.run(), 'releases those that wait');
    await all;

    expect(others).toEqual(others.map(() => 409));
    expect(answered.at(-1)).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
    expect(world.executions(run)).toBe(1);
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
  });
});
