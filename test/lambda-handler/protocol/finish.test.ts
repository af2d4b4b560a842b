import type { JobFunction } from '../../../lambda-handler/job-run';
import { PermanentFailure } from '../../../lambda-handler/permanent-failure';
import type { Fault } from './faulty-store';
import { ProtocolWorld, RUN_IDS, SCHEDULED_MS } from './protocol-world';

const runId = RUN_IDS.scheduled;
const ENDS: readonly { case: string; logic: JobFunction; kind: string; status: string }[] = [
  { case: 'success', logic: () => 'done', kind: 'completed', status: 'completed' },
  { case: 'failure', logic: () => Promise.reject(new Error('no')), kind: 'failed', status: 'failed' },
  {
    case: 'permanent failure',
    logic: () => Promise.reject(new PermanentFailure('no')),
    kind: 'permanently-failed',
    status: 'failed',
  },
];
const FAULTS: readonly { fault: Fault; calls: readonly string[] }[] = [
  { fault: 'refused-though-done', calls: ['create', 'update', 'read'] },
  { fault: 'unanswered-though-done', calls: ['create', 'update', 'read'] },
  { fault: 'unanswered', calls: ['create', 'update', 'read', 'update'] },
  { fault: 'lands-late', calls: ['create', 'update', 'read', 'update', 'read'] },
];

describe('finishRun', () => {
  test.each(ENDS.flatMap((end) => FAULTS.map((fault) => ({ ...end, ...fault }))))(
    'answers $case as if the finish had been heard when it is $fault',
    async (row) => {
      const world = new ProtocolWorld();
      world.store.fail('update', row.fault);

      const outcome = await world.deliver(row.logic);

      expect(outcome).toMatchObject({ kind: row.kind, runId, attempt: 1 });
      expect((await world.stored())?.record.status).toBe(row.status);
      expect(world.store.calls).toEqual(row.calls);
      expect(world.store.mostOpenCalls).toBe(1);
    },
  );

  test('repeats a refused finish under the new update time while the record is ours', async () => {
    const world = new ProtocolWorld();
    world.store.before('update', () => world.change({ renewals: 1 }));

    expect(await world.deliver(() => undefined)).toMatchObject({ kind: 'completed' });
    expect((await world.stored())?.record).toMatchObject({ status: 'completed', renewals: 1 });
  });

  test('still finishes after the end of its lease when nobody has claimed', async () => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(() => world.clock.sleep(300_000));

    expect(outcome).toMatchObject({ kind: 'completed' });
    expect((await world.stored())?.record.status).toBe('completed');
  });

  describe('a lost run', () => {
    const lost = { attempt_id: 'another', attempt: 2 } as const;

    test.each([
      { case: 'is at work', fields: lost, outcome: { kind: 'held-elsewhere', attempt: 2 } },
      {
        case: 'has completed',
        fields: { ...lost, status: 'completed' as const, result: '1' },
        outcome: { kind: 'already-completed', attempt: 2, result: '1' },
      },
      {
        case: 'has failed for good',
        fields: { ...lost, status: 'failed' as const, permanent: true },
        outcome: { kind: 'already-failed', attempt: 2 },
      },
      {
        case: 'has failed',
        fields: { ...lost, status: 'failed' as const },
        outcome: { kind: 'superseded', attempt: 1 },
      },
    ])('is answered by the record of the attempt that $case', async ({ fields, outcome }) => {
      const world = new ProtocolWorld();
      world.store.before('update', () => world.change(fields));

      const answered = await world.deliver(() => 'ours');

      expect(answered).toMatchObject({ ...outcome, runId });
      expect((await world.stored())?.record).toMatchObject(fields);
      expect(world.lines).toMatchObject([{ severity: 'WARNING', fields: { runId, attempt: 1 } }]);
    });

    test('is not brought back when its record is gone', async () => {
      const world = new ProtocolWorld();
      world.store.before('update', () => world.remove());

      expect(await world.deliver(() => 'ours')).toEqual({ kind: 'superseded', runId, attempt: 1 });
      expect(await world.stored()).toBeUndefined();
    });

    test('is not counted as done because another attempt has the wanted status', async () => {
      const world = new ProtocolWorld();
      world.store.before('update', () => world.change({ ...lost, status: 'failed' }));

      const outcome = await world.deliver(() => Promise.reject(new Error('no')));

      expect(outcome.kind).toBe('superseded');
    });
  });

  test('retries until the deadline of the request, then leaves the outcome open', async () => {
    const world = new ProtocolWorld();
    world.store.fail('update', ...Array<Fault>(2_000).fill('unanswered'));
    world.store.fail('read', ...Array<Fault>(2_000).fill('unanswered'));

    const outcome = await world.deliver(() => world.clock.sleep(20_000));

    expect(outcome).toMatchObject({ kind: 'finish-unknown', runId, cause: { code: 'UNANSWERED' } });
    expect(world.clock.nowMs()).toBe(SCHEDULED_MS + 1_000 + 170_000);
  });

  test('says what the store has said, though its last answer did not come', async () => {
    const world = new ProtocolWorld();
    world.store.fail('update', 'denied', ...Array<Fault>(2_000).fill('unanswered'));
    world.store.fail('read', ...Array<Fault>(2_000).fill('unanswered'));

    const outcome = await world.deliver(() => undefined);

    expect(outcome).toMatchObject({ kind: 'finish-unknown', cause: { code: 'PERMISSION_DENIED' } });
  });

  test('outlasts an outage that ends before the deadline', async () => {
    const world = new ProtocolWorld();
    world.store.fail('update', ...Array<Fault>(200).fill('denied'));
    world.store.fail('read', ...Array<Fault>(200).fill('denied'));

    expect(await world.deliver(() => undefined)).toMatchObject({ kind: 'completed' });
  });
});
