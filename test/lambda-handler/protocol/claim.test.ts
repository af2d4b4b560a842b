import { claimRun } from '../../../lambda-handler/protocol/claim';
import type { Fault } from './faulty-store';
import { ProtocolWorld, RUN_IDS, SCHEDULED_MS, SETTINGS } from './protocol-world';

const runId = RUN_IDS.scheduled;

function claim(world: ProtocolWorld, untilMs = world.clock.monotonicMs() + 10_000) {
  return world.clock.until(
    claimRun(world.port, {
      runId,
      keySpace: 'scheduled',
      attemptId: 'ours',
      settings: SETTINGS,
      scheduledTimeMs: SCHEDULED_MS,
      untilMs,
    }),
  );
}

describe('claimRun', () => {
  test.each<{ case: string; faults: Fault[]; calls: string[] }>([
    { case: 'is refused though done', faults: ['refused-though-done'], calls: ['create', 'read'] },
    { case: 'is unanswered though done', faults: ['unanswered-though-done'], calls: ['create', 'read'] },
    { case: 'is lost', faults: ['unanswered'], calls: ['create', 'read', 'create'] },
    {
      case: 'is lost twice',
      faults: ['unanswered', 'unanswered'],
      calls: ['create', 'read', 'create', 'read', 'create'],
    },
    { case: 'lands late', faults: ['lands-late'], calls: ['create', 'read', 'create', 'read'] },
  ])('claims a run whose create $case', async ({ faults, calls }) => {
    const world = new ProtocolWorld();
    world.store.fail('create', ...faults);

    const result = await claim(world);

    const startedAtMs = (await world.stored())?.record.started_at;
    expect(result).toMatchObject({ kind: 'claimed', claim: { attempt: 1, attemptId: 'ours', startedAtMs } });
    expect(world.store.calls).toEqual(calls);
  });

  test.each<{ case: string; faults: Fault[] }>([
    { case: 'is refused though done', faults: ['refused-though-done'] },
    { case: 'is unanswered though done', faults: ['unanswered-though-done'] },
    { case: 'is lost', faults: ['unanswered'] },
    { case: 'lands late', faults: ['lands-late'] },
  ])('takes over a run once when the take-over $case', async ({ faults }) => {
    const world = new ProtocolWorld();
    await world.put({ status: 'failed', attempt: 3 });
    world.store.fail('update', ...faults);

    const result = await claim(world);

    const stored = await world.stored();
    expect(stored?.record).toMatchObject({ attempt_id: 'ours', attempt: 4 });
    expect(result).toMatchObject({
      kind: 'claimed',
      claim: { attempt: 4, updateTime: stored?.updateTime, claimedAtMs: stored?.updatedAtMs },
    });
  });

  test('leaves the run to an attempt that was faster', async () => {
    const world = new ProtocolWorld();
    await world.put({ status: 'failed', attempt: 1 });
    world.store.before('update', () => world.change({ status: 'in_progress', attempt: 2 }));

    expect(await claim(world)).toMatchObject({ kind: 'held-elsewhere', attempt: 2 });
  });

  test('creates the record again when the one in its way is gone', async () => {
    const world = new ProtocolWorld();
    await world.put({ status: 'failed' });
    world.store.before('read', () => world.remove());

    expect(await claim(world)).toMatchObject({ kind: 'claimed', claim: { attempt: 1 } });
  });

  test('does not claim a run under an own claim whose lease has ended', async () => {
    const world = new ProtocolWorld();
    await world.put({ attempt_id: 'ours', lease_seconds: 1 });
    await world.clock.advance(1_000);

    expect(await claim(world)).toEqual({ kind: 'lease-over', runId });
  });

  test('retries a read that stays unanswered', async () => {
    const world = new ProtocolWorld();
    world.store.fail('create', 'unanswered-though-done');
    world.store.fail('read', 'unanswered', 'unanswered');

    expect(await claim(world)).toMatchObject({ kind: 'claimed' });
  });

  test('gives up when its time is over and says why', async () => {
    const world = new ProtocolWorld();
    const startMs = world.clock.monotonicMs();
    world.store.fail('create', ...Array<Fault>(100).fill('unanswered'));
    world.store.fail('read', ...Array<Fault>(100).fill('unanswered'));

    const result = await claim(world);

    expect(result).toMatchObject({ kind: 'claim-unknown', runId, cause: { code: 'UNANSWERED' } });
    expect(world.clock.monotonicMs() - startMs).toBe(10_000);
  });

  test('gives up at once when the store says that trying again cannot help', async () => {
    const world = new ProtocolWorld();
    world.store.fail('create', 'denied');
    world.store.fail('read', 'denied');

    const result = await claim(world);

    expect(result).toMatchObject({ kind: 'claim-unknown', cause: { code: 'PERMISSION_DENIED' } });
    expect(world.store.calls).toEqual(['create', 'read']);
  });

  test('does not repeat a write that the store refuses for good, once a read shows nothing of ours', async () => {
    const world = new ProtocolWorld();
    const startMs = world.clock.monotonicMs();
    world.store.fail('create', ...Array<Fault>(100).fill('denied'));

    const result = await claim(world);

    expect(result).toMatchObject({ kind: 'claim-unknown', runId, cause: { code: 'PERMISSION_DENIED' } });
    expect(world.store.calls).toEqual(['create', 'read']);
    expect(world.clock.monotonicMs()).toBe(startMs);
  });

  test('looks until it sees whether an earlier try of a write that is refused for good has happened', async () => {
    const world = new ProtocolWorld();
    world.store.fail('create', 'denied-though-done');
    world.store.fail('read', 'unanswered', 'unanswered');

    expect(await claim(world)).toMatchObject({ kind: 'claimed' });
    expect(world.store.calls).toEqual(['create', 'read', 'read', 'read']);
  });

  test('says what the store has said, though its last answer did not come', async () => {
    const world = new ProtocolWorld();
    world.store.fail('create', 'denied');
    world.store.fail('read', ...Array<Fault>(100).fill('unanswered'));

    expect(await claim(world)).toMatchObject({ kind: 'claim-unknown', cause: { code: 'PERMISSION_DENIED' } });
  });

  test('answers by the record when a write is refused for good', async () => {
    const world = new ProtocolWorld();
    await world.put({ status: 'completed', attempt: 2 });
    world.store.fail('create', 'denied');

    expect(await claim(world)).toMatchObject({ kind: 'already-completed', attempt: 2 });
  });

  describe('for an idempotency key', () => {
    const settings = { jobName: 'ledger', leaseSeconds: 310, retentionSeconds: 60 };

    function claimKey(world: ProtocolWorld, attemptId: string, payloadHash = 'p') {
      const untilMs = world.clock.monotonicMs() + 10_000;
      const request = {
        runId,
        keySpace: 'idempotency-key',
        attemptId,
        settings,
        payloadHash,
        untilMs,
      } as const;
      return world.clock.until(claimRun(world.port, request));
    }

    test('writes what is asked for, without a place and a scheduled time', async () => {
      const world = new ProtocolWorld();
      const nowMs = world.clock.nowMs();

      await claimKey(world, 'ours');

      expect((await world.stored())?.record).toEqual({
        status: 'in_progress',
        attempt_id: 'ours',
        attempt: 1,
        lease_seconds: 310,
        renewals: 0,
        lease_expires: nowMs + 310_000,
        expire_at: nowMs + 60_000,
        job: 'ledger',
        generation: 0,
        started_at: nowMs,
        payload_hash: 'p',
      });
    });

    test('knows no window: neither too old nor forced', async () => {
      const world = new ProtocolWorld();
      await claimKey(world, 'ours');
      await world.clock.advance(400_000_000);

      expect(await claimKey(world, 'another')).toMatchObject({ kind: 'claimed', claim: { attempt: 2 } });
    });

    test('refuses another payload', async () => {
      const world = new ProtocolWorld();
      await claimKey(world, 'ours');

      expect(await claimKey(world, 'another', 'q')).toEqual({ kind: 'other-payload', runId });
    });
  });

  test('leaves half of its time for the read that tells what became of the write', async () => {
    const world = new ProtocolWorld();
    const startMs = world.clock.monotonicMs();

    await claim(world, startMs + 8_000);

    expect(world.store.limits).toEqual([{ untilMs: startMs + 4_000 }]);
  });
});
