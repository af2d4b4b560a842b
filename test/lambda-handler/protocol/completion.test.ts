import { createDocument, setDocument, updateDocument } from '../../../lambda-handler/document-writes';
import type { JobFunction, JobRun } from '../../../lambda-handler/job-run';
import { PermanentFailure } from '../../../lambda-handler/permanent-failure';
import type { Fault } from './faulty-store';
import { ProtocolWorld, RUN_IDS } from './protocol-world';

const runId = RUN_IDS.scheduled;
const EFFECT = 'effects/invoices';
const WRITES = [setDocument(EFFECT, { sent: 3 })];
const complete = ({ completeWith }: JobRun) => completeWith(WRITES, { result: { invoices: 3 } });

/** What became of the effect and of the record. */
async function left(world: ProtocolWorld) {
  const effect = world.memory.userDocuments.get(EFFECT);
  return { effect, record: (await world.stored())?.record };
}

describe('completeWith', () => {
  test('writes the documents and the end of the run in one commit, and nothing after it', async () => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(complete);

    expect(outcome).toEqual({ kind: 'completed', runId, attempt: 1, result: '{"invoices":3}' });
    expect(world.store.calls).toEqual(['create', 'update']);
    expect(await left(world)).toMatchObject({
      effect: { sent: 3 },
      record: { status: 'completed', result: '{"invoices":3}' },
    });
  });

  test('answers a duplicate with its result', async () => {
    const world = new ProtocolWorld();
    await world.deliver(complete);

    const outcome = await world.deliver(complete);

    expect(outcome).toMatchObject({ kind: 'already-completed', result: '{"invoices":3}' });
  });

  test.each<{ case: string; after: (run: JobRun) => unknown; message: string }>([
    {
      case: 'throws',
      after: () => Promise.reject(new Error('late')),
      message: 'the job logic threw after it had completed its run, which stays completed',
    },
    {
      case: 'throws a permanent failure',
      after: () => Promise.reject(new PermanentFailure('late')),
      message: 'the job logic threw after it had completed its run, which stays completed',
    },
    {
      case: 'returns something else',
      after: () => 'something else',
      message: 'what the job logic returned is not kept: it had completed its run before',
    },
  ])('stands when the job logic $case afterwards', async ({ after, message }) => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(async (run) => {
      await complete(run);
      return after(run);
    });

    expect(outcome).toMatchObject({ kind: 'completed', result: '{"invoices":3}' });
    expect((await left(world)).record?.status).toBe('completed');
    expect(world.lines).toMatchObject([{ severity: 'WARNING', message }]);
  });

  test('stands when the instance is told to stop afterwards', async () => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(async (run) => {
      await complete(run);
      world.attempts.stop(new Error('SIGTERM'));
      throw run.signal.reason;
    });

    expect(outcome.kind).toBe('completed');
  });

  test('is waited for when the job logic does not', async () => {
    const world = new ProtocolWorld();
    world.store.before('update', () => world.clock.sleep(1_000));

    const outcome = await world.deliver((run) => void complete(run));

    expect(outcome).toMatchObject({ kind: 'completed', result: '{"invoices":3}' });
    expect(world.store.calls).toEqual(['create', 'update']);
  });

  test.each<{ case: string; between: (first: Promise<void>) => unknown }>([
    { case: 'after the first', between: (first) => first },
    { case: 'beside the first', between: () => undefined },
  ])('refuses a second completion $case, which changes nothing', async ({ between }) => {
    const world = new ProtocolWorld();
    let second: unknown;

    const outcome = await world.deliver(async (run) => {
      const first = complete(run);
      await between(first);
      second = await run.completeWith([setDocument(EFFECT, { sent: 4 })]).catch((error: unknown) => error);
      await first;
    });

    expect(second).toMatchObject({ code: 'ALREADY_COMPLETED' });
    expect(outcome.kind).toBe('completed');
    expect((await left(world)).effect).toEqual({ sent: 3 });
  });

  test.each<{ fault: Fault; calls: readonly string[] }>([
    { fault: 'refused-though-done', calls: ['create', 'update', 'read'] },
    { fault: 'unanswered-though-done', calls: ['create', 'update', 'read'] },
    { fault: 'unanswered', calls: ['create', 'update', 'read', 'update'] },
    { fault: 'lands-late', calls: ['create', 'update', 'read', 'update', 'read'] },
  ])('is decided by reading when the commit is $fault', async ({ fault, calls }) => {
    const world = new ProtocolWorld();
    world.store.fail('update', fault);

    const outcome = await world.deliver(complete);

    expect(outcome.kind).toBe('completed');
    expect(await left(world)).toMatchObject({ effect: { sent: 3 }, record: { status: 'completed' } });
    expect(world.store.calls).toEqual(calls);
    expect(world.store.mostOpenCalls).toBe(1);
  });

  test('is sent again under the new version when a renewal has moved the record', async () => {
    const world = new ProtocolWorld();
    world.store.before('update', () => world.change({ renewals: 1 }));

    const outcome = await world.deliver(complete);

    expect(outcome.kind).toBe('completed');
    expect(await left(world)).toMatchObject({ effect: { sent: 3 }, record: { renewals: 1 } });
    expect(world.store.calls).toEqual(['create', 'update', 'read', 'update']);
  });

  test.each([
    { case: 'nothing', parameters: [] },
    { case: 'a write without an array', parameters: [setDocument(EFFECT, { sent: 4 })] },
    { case: "a write to the run's own record", parameters: [[setDocument(`scheduler_runs/${runId}`, {})]] },
  ])('throws for $case, and leaves the attempt as it was', async ({ parameters }) => {
    const world = new ProtocolWorld();
    let error: unknown;

    const outcome = await world.deliver(async (run) => {
      const call = run.completeWith as (...given: readonly unknown[]) => Promise<void>;
      error = await call(...parameters).catch((thrown: unknown) => thrown);
      await complete(run);
    });

    expect(error).toBeInstanceOf(TypeError);
    expect(outcome).toMatchObject({ kind: 'completed', result: '{"invoices":3}' });
    expect((await left(world)).effect).toEqual({ sent: 3 });
  });

  test('does not let a second completion follow one that may still land', async () => {
    const world = new ProtocolWorld();
    world.store.fail('update', 'unanswered', 'denied');
    const codes: unknown[] = [];
    const noted = (promise: Promise<void>) =>
      promise.catch((error: unknown) => codes.push((error as { code: unknown }).code));

    const outcome = await world.deliver(async (run) => {
      await noted(complete(run));
      await noted(run.completeWith([setDocument(EFFECT, { sent: 4 })]));
    });

    expect(codes).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN']);
    expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'OUTCOME_UNKNOWN' } });
    expect((await left(world)).effect).toBeUndefined();
  });

  test('is not taken for refused by a status that says nothing of the commit', async () => {
    const world = new ProtocolWorld();
    world.store.fail('update', 'cancelled-lands-late');
    const codes: unknown[] = [];
    const noted = (promise: Promise<void>) =>
      promise.catch((error: unknown) => codes.push((error as { code: unknown }).code));

    const outcome = await world.deliver(async (run) => {
      await noted(complete(run));
      await noted(run.completeWith([setDocument(EFFECT, { sent: 4 })]));
    });

    expect(codes).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN']);
    expect(outcome).toMatchObject({ kind: 'completed', result: '{"invoices":3}' });
    expect(await left(world)).toMatchObject({ effect: { sent: 3 }, record: { status: 'completed' } });
  });

  test.each<{ case: string; end: () => unknown; kind: string; status: string }>([
    { case: 'returned', end: () => 'plain', kind: 'completed', status: 'completed' },
    { case: 'thrown', end: () => Promise.reject(new Error('early')), kind: 'failed', status: 'failed' },
  ])('is refused once the job logic has $case, while its end is written too', async (row) => {
    for (const during of ['update', 'nothing'] as const) {
      const world = new ProtocolWorld();
      let late: JobRun | undefined;
      const errors: unknown[] = [];
      const completeLate = () =>
        late && complete(late).catch((error: unknown) => errors.push((error as { code: unknown }).code));
      if (during === 'update') world.store.before('update', async () => void (await completeLate()));

      const outcome = await world.deliver((run) => {
        late = run;
        return row.end();
      });
      await completeLate();

      expect(outcome.kind).toBe(row.kind);
      expect(new Set(errors)).toEqual(new Set(['ATTEMPT_ENDED']));
      expect(await left(world)).toMatchObject({ effect: undefined, record: { status: row.status } });
      expect(world.store.mostOpenCalls).toBe(1);
      expect(world.lines).toEqual([]);
    }
  });

  describe('of a lost run', () => {
    test('throws, fires the signal and writes nothing', async () => {
      const world = new ProtocolWorld();
      world.store.before('update', () => world.change({ attempt_id: 'another', attempt: 2 }));
      let error: unknown;
      let reason: unknown;

      const outcome = await world.deliver(async (run) => {
        error = await complete(run).catch((thrown: unknown) => thrown);
        reason = run.signal.reason;
      });

      expect(error).toMatchObject({ code: 'RUN_LOST', details: { holder: 2 } });
      expect(reason).toMatchObject({ code: 'RUN_LOST' });
      expect(outcome).toMatchObject({ kind: 'held-elsewhere', attempt: 2 });
      expect(await left(world)).toMatchObject({ effect: undefined, record: { attempt_id: 'another' } });
    });
  });

  describe('with writes whose conditions do not hold', () => {
    test.each([
      { case: 'a document to create is there', write: createDocument('effects/taken', {}) },
      { case: 'a document to update is missing', write: updateDocument('effects/none', { sent: 1 }) },
    ])('throws and leaves the run open when $case', async ({ write }) => {
      const world = new ProtocolWorld();
      world.memory.userDocuments.set('effects/taken', {});
      let error: unknown;

      const outcome = await world.deliver(async (run) => {
        error = await run.completeWith([...WRITES, write]).catch((thrown: unknown) => thrown);
        await complete(run);
      });

      expect(error).toMatchObject({ code: 'WRITES_REFUSED' });
      expect(outcome).toMatchObject({ kind: 'completed', result: '{"invoices":3}' });
      expect((await left(world)).effect).toEqual({ sent: 3 });
    });

    test('fails the attempt of job logic that did not wait to hear it', async () => {
      const world = new ProtocolWorld();
      const logic: JobFunction = (run) => {
        run.completeWith([updateDocument('effects/none', {})]).catch(() => {});
      };

      const outcome = await world.deliver(logic);

      expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'WRITES_REFUSED' } });
    });
  });

  describe('that nobody answers', () => {
    const silence = (world: ProtocolWorld) => {
      world.store.fail('update', ...Array<Fault>(2_000).fill('unanswered'));
      world.store.fail('read', ...Array<Fault>(2_000).fill('unanswered'));
    };

    test.each<{ case: string; logic: JobFunction }>([
      { case: 'hands the error on', logic: complete },
      { case: 'swallows the error', logic: (run) => complete(run).catch(() => 'done') },
    ])('leaves the finish open when the job logic $case', async ({ logic }) => {
      const world = new ProtocolWorld();
      silence(world);

      const outcome = await world.deliver(logic);

      expect(outcome.kind).toBe('finish-unknown');
      expect(await left(world)).toMatchObject({ effect: undefined, record: { status: 'in_progress' } });
    });

    test('is recorded as failed, not as completed, when the store comes back', async () => {
      const world = new ProtocolWorld();
      silence(world);

      const outcome = await world.deliver(async (run) => {
        await complete(run).catch(() => {});
        world.store.heal();
      });

      expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'OUTCOME_UNKNOWN' } });
      expect(await left(world)).toMatchObject({ effect: undefined, record: { status: 'failed' } });
    });

    test('is answered as completed when the finish finds that it has happened', async () => {
      const world = new ProtocolWorld();
      world.store.fail('update', 'unanswered-though-done', ...Array<Fault>(2_000).fill('unanswered'));
      world.store.fail('read', ...Array<Fault>(2_000).fill('unanswered'));

      const outcome = await world.deliver(async (run) => {
        await complete(run).catch(() => {});
        world.store.heal();
      });

      expect(outcome).toMatchObject({ kind: 'completed', result: '{"invoices":3}' });
      expect((await left(world)).effect).toEqual({ sent: 3 });
    });
  });

  describe('under a renewed lease', () => {
    const RENEWED = { leaseKind: 'renewed', leaseSeconds: 15 } as const;

    test('takes turns with the renewals', async () => {
      const world = new ProtocolWorld();
      world.store.before('update', () => world.clock.sleep(1_000));

      const outcome = await world.deliver(async (run) => {
        await world.clock.sleep(5_500);
        await complete(run);
      }, RENEWED);

      expect(outcome.kind).toBe('completed');
      expect(world.store.calls).toEqual(['create', 'update', 'update']);
      expect(world.store.mostOpenCalls).toBe(1);
    });

    test('lets the renewals go on when it was refused', async () => {
      const world = new ProtocolWorld();

      const outcome = await world.deliver(async (run) => {
        await world.clock.sleep(6_000);
        await run.completeWith([updateDocument('effects/none', {})]).catch(() => {});
        await world.clock.sleep(6_000);
      }, RENEWED);

      expect(outcome.kind).toBe('completed');
      expect((await left(world)).record?.renewals).toBe(2);
    });

    test('leaves the job logic the time up to its deadline, and renews nothing more', async () => {
      const world = new ProtocolWorld();
      const startMs = world.clock.monotonicMs();

      await world.deliver(async (run) => {
        await complete(run);
        await world.clock.sleep(60_000);
      }, RENEWED);

      expect(world.watchdog.armed.at(-1)?.atMs).toBe(startMs + 175_000);
      expect(world.store.calls).toEqual(['create', 'update']);
      expect(world.watchdog.disarmed).toBe(world.watchdog.armed.length);
    });
  });

  test('is refused in a run without a record', async () => {
    const world = new ProtocolWorld();

    const outcome = await world.deliver(complete, {}, { scheduledTimeMs: undefined });

    expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'NOT_SUPPORTED' } });
  });
});
