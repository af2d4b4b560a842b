import type { JobRun } from '../../../lambda-handler/job-run';
import type { Fault } from './faulty-store';
import { ProtocolWorld, RUN_IDS, SCHEDULED_MS } from './protocol-world';

const runId = RUN_IDS.scheduled;

function neverCalled(): never {
  throw new Error('the job logic was called');
}

describe('carryOut', () => {
  test('tells the job logic what it carries out', async () => {
    const world = new ProtocolWorld();
    let seen: JobRun | undefined;
    const body = Buffer.from('{"region":"eu"}');

    await world.deliver(
      (run) => {
        seen = run;
      },
      {},
      { body, headers: { 'content-type': 'application/json' } },
    );

    expect(seen).toMatchObject({
      runId,
      attempt: 1,
      startedAt: new Date(SCHEDULED_MS + 1_000),
      scheduledTime: new Date(SCHEDULED_MS),
      jobName: 'nightly-invoices',
      forced: false,
      deadline: new Date(SCHEDULED_MS + 1_000 + 170_000),
      body,
      headers: { 'content-type': 'application/json' },
    });
  });

  test('tells each attempt when the first one began', async () => {
    const world = new ProtocolWorld();
    const startedAt: Date[] = [];
    const logic = (run: JobRun) => {
      startedAt.push(run.startedAt);
      throw new Error('no customers');
    };

    await world.deliver(logic);
    await world.clock.advance(40_000);
    await world.deliver(logic);

    expect(startedAt).toEqual([new Date(SCHEDULED_MS + 1_000), new Date(SCHEDULED_MS + 1_000)]);
  });

  test('labels what the job logic logs, whatever fields it gives', async () => {
    const world = new ProtocolWorld();

    await world.deliver((run) => run.log.info('charged', { invoices: 3, runId: 'mine' }));

    const fields = { invoices: 3, runId, attempt: 1 };
    expect(world.lines).toEqual([{ severity: 'INFO', message: 'charged', fields }]);
  });

  test.each([
    { case: 'undefined', step: undefined },
    { case: 'a number', step: 7 },
    { case: 'an empty text', step: '' },
  ])('refuses $case as the step of a token', async ({ step }) => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver((run) => run.token(step as never));

    expect(outcome).toMatchObject({ kind: 'failed', thrown: { name: 'TypeError' } });
  });

  test.each([
    { case: 'undefined', step: undefined },
    { case: 'an empty text', step: '' },
  ])('refuses $case as the step of a fetch, and sends nothing', async ({ step }) => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver((run) => run.fetch(step as never, 'http://localhost:1'));

    expect(outcome).toMatchObject({
      kind: 'failed',
      thrown: { name: 'TypeError', message: expect.stringContaining('step') },
    });
  });

  test('fires the signal five seconds before the deadline, counted from before the claim', async () => {
    const world = new ProtocolWorld();
    world.store.before('create', () => world.clock.sleep(3_000));
    const startMs = world.clock.nowMs();
    let firedAfterMs: number | undefined;

    await world.deliver(async ({ signal }) => {
      await world.clock.sleep(600_000, signal);
      firedAfterMs = world.clock.nowMs() - startMs;
      expect(signal.reason).toEqual(new Error('the attempt is close to its deadline'));
    });

    expect(firedAfterMs).toBe(165_000);
  });

  test('leaves no timer behind', async () => {
    const world = new ProtocolWorld();

    await world.deliver(() => undefined);

    expect(world.clock.pendingTimers).toBe(0);
  });

  test('counts among the attempts at work until its job logic has settled', async () => {
    const world = new ProtocolWorld();
    let atWork: unknown;

    await world.deliver(() => {
      atWork = world.attempts.list;
    });

    expect(atWork).toEqual([{ runId, attempt: 1, job: 'nightly-invoices' }]);
    expect(world.attempts.list).toEqual([]);
  });

  test('answers only when the job logic has settled, however late', async () => {
    const world = new ProtocolWorld();
    let answered = false;
    const delivery = world
      .begin(() => world.clock.sleep(184_000))
      .finally(() => {
        answered = true;
      });

    await world.clock.advance(183_999);
    const before = answered;
    await world.clock.until(delivery);

    expect(before).toBe(false);
    expect(answered).toBe(true);
  });

  describe('the watchdog', () => {
    test('is armed for the lease less half its margin, counted from before the claim', async () => {
      const world = new ProtocolWorld();
      world.store.before('create', () => world.clock.sleep(3_000));
      const startMs = world.clock.monotonicMs();
      let armed: unknown;

      await world.deliver(() => {
        armed = [...world.watchdog.armed];
      });

      expect(armed).toEqual([{ attemptId: 'attempt-1', runId, atMs: startMs + 185_000 }]);
    });

    test.each([
      { case: 'returned', logic: () => undefined },
      { case: 'thrown', logic: neverCalled },
    ])('is disarmed when the job logic has $case', async ({ logic }) => {
      const world = new ProtocolWorld();
      let disarmedBeforeFinish: number | undefined;
      world.store.before('update', async () => {
        disarmedBeforeFinish = world.watchdog.disarmed;
      });

      await world.deliver(logic);

      expect(disarmedBeforeFinish).toBe(1);
    });

    test('is waited for before the job logic runs', async () => {
      const world = new ProtocolWorld();
      world.watchdog.start = world.clock.sleep(2_000);
      let startedAtMs: number | undefined;
      const beginMs = world.clock.nowMs();

      await world.deliver(() => {
        startedAtMs = world.clock.nowMs() - beginMs;
      });

      expect(startedAtMs).toBe(2_000);
    });

    test('fails the attempt when it cannot be started', async () => {
      const world = new ProtocolWorld();
      world.watchdog.fault = new Error('no threads');

      const outcome = await world.deliver(neverCalled);

      expect(outcome).toMatchObject({ kind: 'failed', thrown: { cause: { message: 'no threads' } } });
      expect((await world.stored())?.record.error).toBe('Error: the watchdog could not be started');
    });

    test('fails the attempt when it has ended since it was ready, and the next delivery runs', async () => {
      const world = new ProtocolWorld();
      world.watchdog.armFault = new Error('the thread is gone');

      const outcome = await world.deliver(neverCalled);
      world.watchdog.armFault = undefined;
      const retry = await world.deliver(() => undefined);

      expect(outcome).toMatchObject({ kind: 'failed', thrown: { cause: { message: 'the thread is gone' } } });
      expect(retry).toMatchObject({ kind: 'completed', attempt: 2 });
      expect(world.attempts.list).toEqual([]);
    });
  });

  test.each([
    { case: 'is over', leaseSeconds: 8, delayMs: 9_000 },
    { case: 'has no time left before the watchdog', leaseSeconds: 8, delayMs: 4_000 },
  ])('does not run under a lease that $case when the claim is confirmed', async (row) => {
    const world = new ProtocolWorld();
    world.store.before('create', () => world.clock.sleep(row.delayMs));

    const outcome = await world.deliver(neverCalled, { leaseSeconds: row.leaseSeconds });

    expect(outcome).toEqual({ kind: 'lease-over', runId });
  });

  describe('an instance that is told to stop', () => {
    const reason = new Error('the instance was told to stop (SIGTERM)');

    test('fires the signal of the attempt and writes its outcome when it has settled', async () => {
      const world = new ProtocolWorld();
      const delivery = world.begin(async ({ signal }) => {
        await world.clock.sleep(600_000, signal);
        await world.clock.sleep(2_000);
        return String(signal.reason.message);
      });
      await world.clock.advance(1_000);

      world.attempts.stop(reason);
      await world.clock.advance(1_999);
      const meanwhile = await world.stored();
      const outcome = await world.clock.until(delivery);

      expect(meanwhile?.record.status).toBe('in_progress');
      expect(outcome).toMatchObject({ kind: 'completed', result: JSON.stringify(reason.message) });
    });

    test('hands a run that it has just claimed to the next delivery', async () => {
      const world = new ProtocolWorld();
      world.store.before('create', async () => world.attempts.stop(reason));

      const outcome = await world.deliver(neverCalled);

      expect(outcome).toMatchObject({ kind: 'failed', thrown: reason });
      expect((await world.stored())?.record.status).toBe('failed');
    });
  });

  test('runs nothing when the claim stays undecided for ten seconds', async () => {
    const world = new ProtocolWorld();
    world.store.fail('create', ...Array<Fault>(100).fill('unanswered-though-done'));
    world.store.fail('read', ...Array<Fault>(100).fill('unanswered'));

    const outcome = await world.deliver(neverCalled);

    expect(outcome).toMatchObject({ kind: 'claim-unknown' });
    expect(world.clock.nowMs()).toBe(SCHEDULED_MS + 1_000 + 10_000);
  });
});
