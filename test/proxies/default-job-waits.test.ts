import type { Outcome } from '../../lambda-handler/protocol/outcome';
import { WORKFLOW } from '../support/proxies';
import { DEFAULT_RETRY_WAITS_SECONDS, DEFAULT_TIMES } from './default-job';
import { ProxyWorld } from './proxy-world';

describe('waitForCompletion in a default job', () => {
  test('waits 16.5 minutes in about 20, then the run fails and the execution goes on', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    const beganMs = world.clock.nowMs();
    const outcomes: Outcome[] = [];
    let waitedMs = 0;

    for (const waitSeconds of [0, ...DEFAULT_RETRY_WAITS_SECONDS]) {
      await world.clock.advance(waitSeconds * 1000);
      const attemptMs = world.clock.nowMs();
      outcomes.push(await world.protocol.deliver(world.logic, DEFAULT_TIMES));
      waitedMs += world.clock.nowMs() - attemptMs;
    }

    expect(waitedMs / 60_000).toBe(16.5);
    expect((world.clock.nowMs() - beganMs) / 60_000).toBeCloseTo(20.1, 1);
    const [execution] = world.apis.workflows.entries.map(({ name }) => name);
    expect(world.apis.count('start')).toBe(1);
    expect(outcomes).toMatchObject(
      Array(6).fill({
        kind: 'failed',
        thrown: {
          message: `${execution} still runs, and goes on; the next attempt, if one is left, waits on`,
        },
      }),
    );
  });
});
