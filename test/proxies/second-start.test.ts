import type { Progress } from '../../lambda-handler/proxies/await-end';
import { apiError } from '../support/google-apis/google-apis';
import { RUN_JOB, WORKFLOW } from '../support/proxies';
import { ProxyWorld } from './proxy-world';

const WARNING = 'more than one was started under the token of this run: an earlier start was listed late';

/** A run whose first start is not answered and not listed in time, up to the second start. */
async function startedTwice(listLagMs: number, waits?: { afterMs: number; as: Progress['progress'] }) {
  const world = new ProxyWorld({ ...WORKFLOW, waits: waits !== undefined });
  world.apis.behaviour.listLagMs = listLagMs;
  if (waits !== undefined) world.apis.behaviour.ending = waits as typeof world.apis.behaviour.ending;
  world.apis.fail('start', 'answer-lost');
  await world.deliver();
  await world.clock.advance(7_000);
  return world;
}

describe('warnOfSecondStart', () => {
  test.each([
    { case: 'ten seconds after a start', lagMs: 56_000, warnings: 1 },
    { case: 'not where the list lags longer', lagMs: 58_000, warnings: 0 },
    {
      case: 'after the end that is waited for',
      lagMs: 100_000,
      waits: { afterMs: 60_000, as: 'succeeded' as const },
      warnings: 1,
    },
    {
      case: 'after an end that is a failure',
      lagMs: 100_000,
      waits: { afterMs: 60_000, as: 'failed' as const },
      warnings: 1,
    },
  ])('names both: $case', async ({ lagMs, waits, warnings }) => {
    const world = await startedTwice(lagMs, waits);

    await world.deliver();

    const [second, first] = world.apis.workflows.entries.map(({ name }) => name);
    expect(world.logged('WARNING').filter(({ message }) => message === WARNING)).toMatchObject(
      Array(warnings).fill({ fields: { execution: second, also: [first] } }),
    );
  });

  test('leaves the run completed where the look is refused', async () => {
    const world = new ProxyWorld(RUN_JOB);
    await world.crashBeforeStart();
    world.apis.fail('list', ...Array(6).fill(undefined), apiError(403, 'PERMISSION_DENIED'));

    expect(await world.deliver()).toMatchObject({ kind: 'completed' });
    expect(world.apis.count('list')).toBe(7);
  });

  test('takes no look in a first attempt', async () => {
    const world = new ProxyWorld(RUN_JOB);

    await world.deliver();

    expect(world.apis.count('list')).toBe(0);
  });

  test('takes no look once the instance is told to stop', async () => {
    const world = new ProxyWorld(RUN_JOB);
    await world.crashBeforeStart();
    const delivery = world.protocol.begin(world.logic);
    await world.clock.advance(31_000);
    world.protocol.attempts.stop(new Error('the instance was told to stop'));

    expect(await world.clock.until(delivery)).toMatchObject({ kind: 'completed' });
    expect(world.apis.count('list')).toBe(6);
  });
});
