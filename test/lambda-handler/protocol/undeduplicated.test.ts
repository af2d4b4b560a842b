import type { JobRun } from '../../../lambda-handler/job-run';
import { PermanentFailure } from '../../../lambda-handler/permanent-failure';
import { ProtocolWorld } from './protocol-world';

const WITHOUT_TIME = { scheduledTimeMs: undefined };

describe('runUndeduplicated', () => {
  test('runs each delivery, under an id of its own, without the store', async () => {
    const world = new ProtocolWorld();
    const runs: unknown[] = [];
    const logic = (run: JobRun) =>
      void runs.push({ id: run.runId, time: run.scheduledTime, attempt: run.attempt, at: run.startedAt });
    const at = new Date(world.clock.nowMs());

    await world.deliver(logic, {}, WITHOUT_TIME);
    await world.deliver(logic, {}, WITHOUT_TIME);

    expect(runs).toEqual([
      { id: 'attempt1attempt2', time: undefined, attempt: 1, at },
      { id: 'attempt4attempt5', time: undefined, attempt: 1, at },
    ]);
    expect(world.store.calls).toEqual([]);
  });

  test('warns each time', async () => {
    const world = new ProtocolWorld();

    await world.deliver(() => undefined, {}, WITHOUT_TIME);

    const message = 'a delivery without a scheduled time runs undeduplicated';
    expect(world.lines).toMatchObject([{ severity: 'WARNING', message }]);
  });

  test.each([
    { case: 'success', logic: () => 7, kind: 'completed' },
    { case: 'failure', logic: () => Promise.reject(new Error('no')), kind: 'failed' },
    {
      case: 'permanent failure',
      logic: () => Promise.reject(new PermanentFailure('no')),
      kind: 'permanently-failed',
    },
  ])('answers $case with $kind', async ({ logic, kind }) => {
    const world = new ProtocolWorld();

    expect(await world.deliver(logic, {}, WITHOUT_TIME)).toMatchObject({ kind, attempt: 1 });
  });

  test('is under the watchdog', async () => {
    const world = new ProtocolWorld();
    const startMs = world.clock.monotonicMs();

    await world.deliver(() => undefined, {}, WITHOUT_TIME);

    expect(world.watchdog.armed).toMatchObject([{ atMs: startMs + 185_000 }]);
    expect(world.watchdog.disarmed).toBe(1);
  });
});
