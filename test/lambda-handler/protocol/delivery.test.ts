import { PermanentFailure } from '../../../lambda-handler/permanent-failure';
import { processDelivery } from '../../../lambda-handler/protocol/delivery';
import { ProtocolWorld, RUN_IDS, SCHEDULED_MS, SETTINGS } from './protocol-world';

const runId = RUN_IDS.scheduled;

function neverCalled(): never {
  throw new Error('the job logic was called');
}

describe('processDelivery', () => {
  test('carries out a first delivery in two store calls', async () => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(() => ({ invoices: 3 }));

    expect(outcome).toEqual({ kind: 'completed', runId, attempt: 1, result: '{"invoices":3}' });
    expect(world.store.calls).toEqual(['create', 'update']);
  });

  test('answers a duplicate of a completed run in two store calls and with its result', async () => {
    const world = new ProtocolWorld();
    await world.deliver(() => ({ invoices: 3 }));
    world.store.calls.length = 0;

    const outcome = await world.deliver(neverCalled);

    expect(outcome).toEqual({ kind: 'already-completed', runId, attempt: 1, result: '{"invoices":3}' });
    expect(world.store.calls).toEqual(['create', 'read']);
  });

  test('writes a claim with the lease of its holder before the job logic runs', async () => {
    const world = new ProtocolWorld();
    let atWork: unknown;

    await world.deliver(
      async () => {
        atWork = (await world.stored())?.record;
      },
      { leaseSeconds: 200 },
    );

    const nowMs = SCHEDULED_MS + 1_000;
    expect(atWork).toEqual({
      status: 'in_progress',
      attempt_id: 'attempt-1',
      attempt: 1,
      lease_seconds: 200,
      renewals: 0,
      lease_expires: nowMs + 200_000,
      expire_at: nowMs + 86_400_000,
      project: 'billing-prod',
      location: 'europe-west1',
      job: 'nightly-invoices',
      schedule_time: SCHEDULED_MS,
      generation: 0,
      started_at: nowMs,
    });
  });

  test('keeps a record for the retention after a scheduled time that lies ahead', async () => {
    const world = new ProtocolWorld('2026-10-16T11:59:55Z');

    await world.deliver(() => undefined);

    expect((await world.stored())?.record.expire_at).toBe(SCHEDULED_MS + 86_400_000);
  });

  test('writes down success', async () => {
    const world = new ProtocolWorld();

    await world.deliver(() => [1]);

    const { record } = (await world.stored()) ?? {};
    expect(record).toMatchObject({ status: 'completed', finished_at: SCHEDULED_MS + 1_000, result: '[1]' });
  });

  test('writes down a failure, which the next delivery takes over at once', async () => {
    const world = new ProtocolWorld();
    const thrown = new Error('no customers');
    const first = await world.deliver(() => {
      throw thrown;
    });
    const { record: failed } = (await world.stored()) ?? {};
    const attempts: number[] = [];

    const second = await world.deliver((run) => attempts.push(run.attempt));

    expect(first).toEqual({ kind: 'failed', runId, attempt: 1, thrown });
    expect(failed).toMatchObject({ status: 'failed', error: 'Error: no customers' });
    expect(failed).not.toHaveProperty('permanent');
    expect(second).toMatchObject({ kind: 'completed', attempt: 2 });
    expect(attempts).toEqual([2]);
  });

  test('clears what the attempt before left when it takes a run over', async () => {
    const world = new ProtocolWorld();
    await world.put({
      status: 'failed',
      error: 'Error: no',
      finished_at: 1,
      started_at: 1,
      lease_seconds: 30,
    });
    let atWork: unknown;

    await world.deliver(async () => {
      atWork = (await world.stored())?.record;
    });

    expect(atWork).toMatchObject({ status: 'in_progress', attempt: 2, attempt_id: 'attempt-1' });
    expect(atWork).toMatchObject({ lease_seconds: 190, started_at: 1 });
    expect(atWork).not.toHaveProperty('error');
    expect(atWork).not.toHaveProperty('finished_at');
  });

  test('writes down a permanent failure, after which nothing runs', async () => {
    const world = new ProtocolWorld();
    const thrown = new PermanentFailure('the customer list is gone');
    const first = await world.deliver(() => {
      throw thrown;
    });

    const second = await world.deliver(neverCalled);

    expect(first).toEqual({ kind: 'permanently-failed', runId, attempt: 1, thrown });
    expect((await world.stored())?.record).toMatchObject({ status: 'failed', permanent: true });
    expect(second).toEqual({ kind: 'already-failed', runId, attempt: 1 });
  });

  test.each([
    { case: 'undefined', thrown: undefined, error: 'undefined' },
    { case: 'null', thrown: null, error: 'null' },
    { case: 'a string', thrown: 'no', error: 'no' },
    {
      case: 'a proxy that resists',
      thrown: new Proxy(
        {},
        {
          has: () => {
            throw new Error('no');
          },
          get: () => {
            throw new Error('no');
          },
        },
      ),
      error: 'a value that cannot be read was thrown',
    },
  ])('writes down a failure when the job logic throws $case', async ({ thrown, error }) => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(() => {
      throw thrown;
    });

    expect(outcome.kind).toBe('failed');
    expect((await world.stored())?.record).toMatchObject({ status: 'failed', error });
  });

  test('completes a run without a result when what was returned has no JSON form', async () => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(() => 7n);

    expect(outcome).toEqual({ kind: 'completed', runId, attempt: 1, result: undefined });
    expect((await world.stored())?.record).not.toHaveProperty('result');
    expect(world.lines).toMatchObject([{ severity: 'WARNING', fields: { runId, attempt: 1 } }]);
  });

  test('answers a second delivery while the first is at work, with the seconds until its lease ends', async () => {
    const world = new ProtocolWorld();
    let second: unknown;

    await world.deliver(async () => {
      await world.clock.sleep(60_500);
      second = await processDelivery(world.port, {
        settings: { ...SETTINGS, leaseSeconds: 30 },
        logic: neverCalled,
        scheduledTimeMs: SCHEDULED_MS,
        body: Buffer.alloc(0),
        headers: {},
        log: world.log,
      });
    });

    expect(second).toEqual({ kind: 'held-elsewhere', runId, attempt: 1, retryAfterSeconds: 130 });
  });

  test('takes a run over when the lease of a crashed attempt has ended', async () => {
    const world = new ProtocolWorld();
    await world.put({ attempt: 1 });
    await world.clock.advance(190_000);

    const outcome = await world.deliver(() => undefined);

    expect(outcome).toMatchObject({ kind: 'completed', attempt: 2 });
  });

  test('runs once when two deliveries meet', async () => {
    const world = new ProtocolWorld();
    let runs = 0;
    const logic = async () => {
      runs += 1;
      await world.clock.sleep(1_000);
    };

    const outcomes = await world.clock.until(Promise.all([world.begin(logic), world.begin(logic)]));

    expect(runs).toBe(1);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['completed', 'held-elsewhere']);
  });

  test.each([
    { case: 'failed', before: 0, fields: { status: 'failed' as const } },
    { case: 'crashed', before: 190_000, fields: {} },
  ])('leaves a run alone that $case when the job runs at most once', async ({ fields, before }) => {
    const world = new ProtocolWorld();
    await world.put(fields);
    await world.clock.advance(before);

    const outcome = await world.deliver(neverCalled, { atMostOnce: true });

    expect(outcome).toEqual({ kind: 'already-failed', runId, attempt: 1 });
  });

  describe('beyond the retention', () => {
    const settings = { retentionSeconds: 600 };

    test('removes its claim and runs nothing when there is no record', async () => {
      const world = new ProtocolWorld('2026-10-16T12:10:00.001Z');

      const outcome = await world.deliver(neverCalled, settings);

      expect(outcome).toEqual({ kind: 'too-old', runId });
      expect(world.store.calls).toEqual(['create', 'delete']);
      expect(await world.stored()).toBeUndefined();
    });

    test('still runs at its end', async () => {
      const world = new ProtocolWorld('2026-10-16T12:09:59.990Z');

      expect(await world.deliver(() => undefined, settings)).toMatchObject({ kind: 'completed' });
    });

    test("goes by the store's clock", async () => {
      const world = new ProtocolWorld('2026-10-16T12:00:01Z');
      world.storeAheadMs = 600_000;

      expect(await world.deliver(neverCalled, settings)).toMatchObject({ kind: 'too-old' });
    });

    test.each([
      { case: 'a completed run', fields: { status: 'completed' as const }, kind: 'already-completed' },
      {
        case: 'a permanent failure',
        fields: { status: 'failed' as const, permanent: true },
        kind: 'already-failed',
      },
      { case: 'a live lease', fields: {}, kind: 'held-elsewhere' },
      { case: 'a retryable failure', fields: { status: 'failed' as const }, kind: 'too-old' },
      { case: 'an ended lease', fields: { lease_seconds: 0 }, kind: 'too-old' },
    ])('answers $case with $kind', async ({ fields, kind }) => {
      const world = new ProtocolWorld('2026-10-16T12:10:01Z');
      await world.put(fields);

      expect(await world.deliver(neverCalled, settings)).toMatchObject({ kind });
    });

    test('still answers that it is not run when its claim went to nobody', async () => {
      const world = new ProtocolWorld('2026-10-16T12:10:01Z');
      world.store.fail('delete', 'unanswered-though-done');

      expect(await world.deliver(neverCalled, settings)).toEqual({ kind: 'too-old', runId });
    });
  });
});
