import type { JobRun } from '../../../lambda-handler/job-run';
import { FakeSdk, FakeTransaction } from '../../support/fake-firestore-sdk';
import { ProtocolWorld, RUN_IDS } from './protocol-world';

const EFFECT = 'effects/invoices';
const RECORD = `scheduler_runs/${RUN_IDS.scheduled}`;

function worldWithSdk() {
  const world = new ProtocolWorld();
  return { world, sdk: new FakeSdk(world.memory, RECORD, RUN_IDS.scheduled) };
}

const countInvoices = (sdk: FakeSdk) => async (transaction: FakeTransaction) => {
  const reference = sdk.doc(EFFECT);
  const before = Number((await transaction.get(reference)).data()?.['sent'] ?? 0);
  transaction.set(reference, { sent: before + 1 });
  return before + 1;
};

describe('completeWith, in a transaction of the SDK', () => {
  test('commits the effect and the end of the run, and returns what the callback does', async () => {
    const { world, sdk } = worldWithSdk();
    let value: unknown;

    const outcome = await world.deliver(async (run) => {
      value = await run.completeWith(sdk, countInvoices(sdk), { result: 'sent' });
    });

    expect(value).toBe(1);
    expect(outcome).toMatchObject({ kind: 'completed', result: '"sent"' });
    expect(world.memory.userDocuments.get(EFFECT)).toEqual({ sent: 1 });
    expect((await world.stored())?.record).toMatchObject({
      status: 'completed',
      result: '"sent"',
      finished_at: world.clock.nowMs(),
    });
  });

  test.each([
    { case: 'the commit was aborted', fate: 'aborted' as const, retries: false, callbacks: 2 },
    { case: 'its answer was lost', fate: 'lost' as const, retries: false, callbacks: 1 },
    {
      case: 'its answer was lost and the SDK tries again',
      fate: 'lost' as const,
      retries: true,
      callbacks: 1,
    },
  ])('applies nothing twice when $case', async (row) => {
    const { world, sdk } = worldWithSdk();
    sdk.commits.push(row.fate);
    sdk.retriesUnheardCommits = row.retries;
    let callbacks = 0;

    const outcome = await world.deliver((run) =>
      run.completeWith(sdk, (transaction) => {
        callbacks += 1;
        return countInvoices(sdk)(transaction);
      }),
    );

    expect(outcome.kind).toBe('completed');
    expect(callbacks).toBe(row.callbacks);
    expect(world.memory.userDocuments.get(EFFECT)).toEqual({ sent: 1 });
  });

  test('throws what the callback throws, and lets the run go on', async () => {
    const { world, sdk } = worldWithSdk();
    const thrown = Object.assign(new Error('no such customer'), { code: 5 });
    let heard: unknown;

    const outcome = await world.deliver(async (run) => {
      heard = await run.completeWith(sdk, () => Promise.reject(thrown)).catch((error: unknown) => error);
      await run.completeWith(sdk, countInvoices(sdk));
    });

    expect(heard).toBe(thrown);
    expect(outcome.kind).toBe('completed');
    expect(world.memory.userDocuments.get(EFFECT)).toEqual({ sent: 1 });
  });

  test('does not hand on what the callback throws when a commit before it may still land', async () => {
    const { world, sdk } = worldWithSdk();
    sdk.commits.push('unavailable');
    sdk.retriesUnheardCommits = true;
    let callbacks = 0;
    let heard: unknown;

    const outcome = await world.deliver(async (run) => {
      const completion = run.completeWith(sdk, (transaction) => {
        callbacks += 1;
        if (callbacks > 1) throw new Error('no such customer');
        return countInvoices(sdk)(transaction);
      });
      heard = await completion.catch((error: unknown) => error);
    });

    expect(callbacks).toBe(2);
    expect(heard).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(outcome.kind).toBe('failed');
  });

  test.each([
    { case: 'the SDK fails before it has sent anything', code: 14, after: 0, error: 'WRITES_REFUSED' },
    { case: 'its only commit is aborted', code: 10, after: 1, error: 'WRITES_REFUSED' },
    { case: 'its only commit is heard by nobody', code: 14, after: 1, error: 'OUTCOME_UNKNOWN' },
    { case: 'its second commit is aborted', code: 10, after: 2, error: 'OUTCOME_UNKNOWN' },
  ])('says $error when $case', async ({ code, after, error }) => {
    const { world, sdk } = worldWithSdk();
    sdk.runTransaction = async (update) => {
      for (let commits = 0; commits < after; commits += 1) await update(new FakeTransaction());
      throw Object.assign(new Error(`gRPC status ${code}`), { code });
    };
    let heard: unknown;

    await world.deliver(async (run) => {
      heard = await run.completeWith(sdk, countInvoices(sdk)).catch((thrown: unknown) => thrown);
    });

    expect(heard).toMatchObject({ code: error });
  });

  test('writes nothing for an attempt that has lost its run', async () => {
    const { world, sdk } = worldWithSdk();
    let error: unknown;

    const outcome = await world.deliver(async (run) => {
      await world.change({ attempt_id: 'another', attempt: 2 });
      error = await run.completeWith(sdk, countInvoices(sdk)).catch((caught: unknown) => caught);
    });

    expect(error).toMatchObject({ code: 'RUN_LOST', details: { holder: 2 } });
    expect(outcome.kind).toBe('held-elsewhere');
    expect(world.memory.userDocuments.size).toBe(0);
  });

  test.each([
    { case: 'names another database', change: (sdk: FakeSdk) => Object.assign(sdk, { databaseId: 'other' }) },
    { case: 'looks elsewhere', change: (sdk: FakeSdk) => Object.assign(sdk, { isElsewhere: true }) },
  ])('refuses an SDK that $case', async ({ change }) => {
    const { world, sdk } = worldWithSdk();
    change(sdk);

    const outcome = await world.deliver((run) => run.completeWith(sdk, countInvoices(sdk)));

    expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'NOT_SUPPORTED' } });
    expect(world.memory.userDocuments.size).toBe(0);
  });

  test('fails the attempt when nobody knows what became of the commit', async () => {
    const { world, sdk } = worldWithSdk();
    sdk.commits.push('unavailable');

    const outcome = await world.deliver(async (run) => {
      await run.completeWith(sdk, countInvoices(sdk)).catch(() => {});
    });

    expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'OUTCOME_UNKNOWN' } });
  });
});

describe('completeWith, with a batch of the SDK', () => {
  const complete = (sdk: FakeSdk) => (run: JobRun) =>
    run.completeWith(sdk, sdk.batch().set(sdk.doc(EFFECT), { sent: 3 }), { result: 'sent' });

  test('commits the effect and the end of the run', async () => {
    const { world, sdk } = worldWithSdk();

    const outcome = await world.deliver(complete(sdk));

    expect(outcome).toMatchObject({ kind: 'completed', result: '"sent"' });
    expect(world.memory.userDocuments.get(EFFECT)).toEqual({ sent: 3 });
  });

  test('is decided by reading when the answer was lost', async () => {
    const { world, sdk } = worldWithSdk();
    sdk.commits.push('lost');

    expect(await world.deliver(complete(sdk))).toMatchObject({ kind: 'completed' });
  });

  test('writes nothing when the run is lost between the look at the record and the commit', async () => {
    const { world, sdk } = worldWithSdk();
    sdk.beforeCommit = () => world.change({ attempt_id: 'another', attempt: 2 });

    const outcome = await world.deliver(complete(sdk));

    expect(outcome.kind).toBe('held-elsewhere');
    expect(world.memory.userDocuments.size).toBe(0);
  });

  test('tells writes that are refused from a lost run', async () => {
    const { world, sdk } = worldWithSdk();

    const outcome = await world.deliver((run) =>
      run.completeWith(sdk, sdk.batch().update(sdk.doc(EFFECT), { sent: 3 })),
    );

    expect(outcome).toMatchObject({ kind: 'failed', thrown: { code: 'WRITES_REFUSED', cause: { code: 5 } } });
  });

  test('leaves the run open when the batch was committed before', async () => {
    const { world, sdk } = worldWithSdk();
    const committed = sdk.batch();
    committed.update = () => {
      throw new Error('cannot modify a batch that has been committed');
    };
    let heard: unknown;

    const outcome = await world.deliver(async (run) => {
      heard = await run.completeWith(sdk, committed).catch((error: unknown) => error);
      await complete(sdk)(run);
    });

    expect(heard).toMatchObject({ code: 'WRITES_REFUSED' });
    expect(outcome.kind).toBe('completed');
  });
});
