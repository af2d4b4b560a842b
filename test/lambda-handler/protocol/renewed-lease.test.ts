import type { JobRun } from '../../../lambda-handler/job-run';
import type { Fault } from './faulty-store';
import { ProtocolWorld, RUN_IDS } from './protocol-world';

const RENEWED = { leaseKind: 'renewed', leaseSeconds: 15 } as const;

/** When the watchdog was armed, counted from the beginning of the delivery. */
function armedAtMs(world: ProtocolWorld, startMs: number): number[] {
  return world.watchdog.armed.map(({ atMs }) => atMs - startMs);
}

/** Job logic of a given length that notes when and why its signal fires. */
function working(world: ProtocolWorld, ms: number) {
  const startMs = world.clock.monotonicMs();
  const seen: { firedAtMs?: number; reason?: unknown } = {};
  const logic = async ({ signal }: JobRun) => {
    signal.addEventListener('abort', () => {
      seen.firedAtMs = world.clock.monotonicMs() - startMs;
      seen.reason = signal.reason;
    });
    await world.clock.sleep(ms);
  };
  return { seen, logic, startMs };
}

describe('a renewed lease', () => {
  test('is renewed every third of it until the job logic has settled', async () => {
    const world = new ProtocolWorld();
    const { logic } = working(world, 21_000);

    const outcome = await world.deliver(logic, RENEWED);

    expect(outcome.kind).toBe('completed');
    expect(world.store.calls).toEqual(['create', 'update', 'update', 'update', 'update', 'update']);
    expect((await world.stored())?.record).toMatchObject({ status: 'completed', renewals: 4 });
    expect(world.store.mostOpenCalls).toBe(1);
    expect(world.clock.pendingTimers).toBe(0);
  });

  test('moves the watchdog to the lease that each acknowledged renewal began when it was sent', async () => {
    const world = new ProtocolWorld();
    const { logic, startMs } = working(world, 11_000);
    world.store.before('update', () => world.clock.sleep(1_000));

    await world.deliver(logic, RENEWED);

    expect(armedAtMs(world, startMs)).toEqual([10_000, 15_000, 20_000]);
  });

  test('is renewed until the deadline of the attempt and no longer', async () => {
    const world = new ProtocolWorld();
    const { logic, startMs } = working(world, 34_000);

    await world.deliver(logic, { ...RENEWED, timeoutSeconds: 22 });

    expect(armedAtMs(world, startMs).at(-1)).toBe(30_000);
  });

  test.each<{ fault: Fault; atMs: number }>([
    { fault: 'refused-though-done', atMs: 15_000 },
    { fault: 'unanswered-though-done', atMs: 15_000 },
    { fault: 'unanswered', atMs: 15_250 },
    { fault: 'lands-late', atMs: 15_000 },
    { fault: 'denied', atMs: 15_250 },
  ])('is renewed as the record says when a renewal is $fault', async ({ fault, atMs }) => {
    const world = new ProtocolWorld();
    const { logic, seen, startMs } = working(world, 9_000);
    world.store.fail('update', fault);

    const outcome = await world.deliver(logic, RENEWED);

    expect(outcome.kind).toBe('completed');
    expect(armedAtMs(world, startMs)).toEqual([10_000, atMs]);
    expect(seen).toEqual({});
    expect(world.store.mostOpenCalls).toBe(1);
  });

  test('tells the log of a renewal that has to be sent again', async () => {
    const world = new ProtocolWorld();
    const { logic } = working(world, 9_000);
    world.store.fail('update', 'unanswered');

    await world.deliver(logic, RENEWED);

    expect(world.lines).toMatchObject([
      {
        severity: 'WARNING',
        message: 'the lease is not renewed yet; the renewal is sent again',
        fields: { runId: RUN_IDS.scheduled, attempt: 1, problem: expect.stringContaining('did not answer') },
      },
    ]);
  });

  test('gives a call of its renewals at most a sixth of it', async () => {
    const world = new ProtocolWorld();
    const { logic, startMs } = working(world, 6_000);
    world.store.fail('update', 'unanswered');

    await world.deliver(logic, RENEWED);

    const [, first, read] = world.store.limits.map(({ untilMs }) => untilMs - startMs);
    expect(first).toBe(7_500);
    expect(read).toBe(7_500);
  });

  test('counts a renewal only if the update time has moved', async () => {
    const world = new ProtocolWorld();
    const { logic, startMs } = working(world, 9_000);
    const { update } = world.memory;
    let isAsleep = true;
    world.memory.update = async (runId, changes, expected, limit) => {
      if (!isAsleep) return update.call(world.memory, runId, changes, expected, limit);
      isAsleep = false;
      return { kind: 'written', updateTime: expected, commitAtMs: 0 };
    };

    await world.deliver(logic, RENEWED);

    expect(armedAtMs(world, startMs)).toEqual([10_000, 15_250]);
  });

  test.each([
    {
      case: 'another attempt holds the run',
      act: (world: ProtocolWorld) => world.change({ attempt_id: 'another', attempt: 2 }),
      holder: 2,
      outcome: { kind: 'held-elsewhere', attempt: 2 },
    },
    {
      case: 'the record is gone',
      act: (world: ProtocolWorld) => world.remove(),
      holder: undefined,
      outcome: { kind: 'superseded' },
    },
  ])('fires the signal at once and leaves the watchdog when $case', async ({ act, holder, outcome }) => {
    const world = new ProtocolWorld();
    const { logic, seen, startMs } = working(world, 9_000);
    world.store.before('update', () => act(world));

    const answered = await world.deliver(logic, RENEWED);

    expect(seen).toMatchObject({ firedAtMs: 5_000, reason: { code: 'RUN_LOST', details: { holder } } });
    expect(armedAtMs(world, startMs)).toEqual([10_000]);
    expect(answered).toMatchObject({ ...outcome, runId: RUN_IDS.scheduled });
    expect(world.lines.map(({ message }) => message)).toContain(
      'the run was lost while its job logic works; its signal fires',
    );
  });

  test('finishes only when a renewal that is on its way has been decided', async () => {
    const world = new ProtocolWorld();
    const { logic } = working(world, 5_500);
    world.store.before('update', () => world.clock.sleep(2_000));

    const outcome = await world.deliver(logic, RENEWED);

    expect(outcome.kind).toBe('completed');
    expect(world.store.calls).toEqual(['create', 'update', 'update']);
    expect(world.store.mostOpenCalls).toBe(1);
    expect(world.watchdog.disarmed).toBe(world.watchdog.armed.length);
  });

  test('is not armed again by a renewal that is acknowledged after the end of the attempt', async () => {
    const world = new ProtocolWorld();
    const { logic } = working(world, 5_500);
    world.store.before('update', () => world.clock.sleep(2_000));

    await world.deliver(logic, RENEWED);

    expect(world.watchdog.armed).toHaveLength(1);
  });

  test('has nothing to renew in a run without a record', async () => {
    const world = new ProtocolWorld();
    const { logic, startMs } = working(world, 30_000);

    const outcome = await world.deliver(logic, RENEWED, { scheduledTimeMs: undefined });

    expect(outcome.kind).toBe('completed');
    expect(armedAtMs(world, startMs)).toEqual([175_000]);
    expect(world.store.calls).toEqual([]);
  });

  test('is a failure that the next retry need not wait for when its keeper cannot be started', async () => {
    const world = new ProtocolWorld();
    world.watchdog.fault = new Error('no thread');

    const outcome = await world.deliver(() => undefined, RENEWED);

    expect(outcome).toMatchObject({ kind: 'failed', thrown: { cause: { message: 'no thread' } } });
    expect((await world.stored())?.record.status).toBe('failed');
  });
});
