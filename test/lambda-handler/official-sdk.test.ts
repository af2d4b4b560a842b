import { randomUUID } from 'node:crypto';
import type { JobFunction } from '../../lambda-handler/job-run';
import { ActiveAttempts } from '../../lambda-handler/protocol/active-attempts';
import { processDelivery } from '../../lambda-handler/protocol/delivery';
import { StoreLeaseKeeper } from '../../lambda-handler/protocol/renewed-lease';
import type { Sighting } from '../../lambda-handler/protocol/run-store';
import { FirestoreRunStore } from '../../lambda-handler/stores/firestore-run-store';
import { SystemClock } from '../../lambda-handler/system-clock';
import { runId } from '../../src/contract/run-identity';
import { type OfficialFirestore, officialFirestore } from '../support/firestore-sdk';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { FakeWatchdog, SETTINGS } from './protocol/protocol-world';

const PROJECT = 'official-sdk';
const DATABASE = '(default)';
const { host, kind } = firestoreUnderTest();
const clock = new SystemClock();
const store = new FirestoreRunStore({
  location: { kind: 'firestore', project: PROJECT, database: DATABASE, collection: 'scheduler_runs' },
  emulatorHost: host,
  accessToken: async () => 'owner',
  clock,
  random: Math.random,
});
let firestore: OfficialFirestore;
let scheduledTimeMs = Date.now();

// The SDK speaks gRPC, which the stand-in for the emulator does not.
const withEmulator = kind === 'emulator' ? describe : describe.skip;

beforeAll(async () => {
  if (kind === 'emulator') firestore = await officialFirestore(host, PROJECT, DATABASE);
});

afterAll(() => firestore?.terminate());

/** Every test has a run of its own. */
beforeEach(() => {
  scheduledTimeMs -= 60_000;
});

const idOfRun = () => runId({ ...SETTINGS, scheduledTimeMs, keySpace: 'scheduled' });
const effect = () => firestore.doc(`effects/${scheduledTimeMs}`);
const count = async (): Promise<unknown> => (await effect().get()).data()?.count;

function deliver(logic: JobFunction) {
  const watchdog = new FakeWatchdog();
  const attempts = new ActiveAttempts();
  const leaseKeeper = new StoreLeaseKeeper({ store, clock, watchdog });
  return processDelivery(
    { store, clock, watchdog, attempts, leaseKeeper, randomUUID },
    { settings: SETTINGS, logic, scheduledTimeMs, body: Buffer.alloc(0), headers: {}, log: () => {} },
  );
}

async function sighting(): Promise<Sighting> {
  return store.read(idOfRun(), { untilMs: clock.monotonicMs() + 10_000 });
}

withEmulator('completeWith, with the official SDK', () => {
  test('commits a transaction with the end of the run, once over all deliveries', async () => {
    const logic: JobFunction = (run) =>
      run.completeWith(firestore, async (transaction) => {
        const before = (await transaction.get(effect())).data()?.count ?? 0;
        transaction.set(effect(), { count: before + 1 });
      });

    const outcomes = [await deliver(logic), await deliver(logic)];

    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['completed', 'already-completed']);
    expect(await count()).toBe(1);
    expect((await sighting()).run?.record).toMatchObject({ status: 'completed', attempt: 1 });
  });

  test('applies the effect once where the SDK runs the callback again', async () => {
    let callbacks = 0;

    const outcome = await deliver(async (run) => {
      await effect().set({ count: 0 });
      await run.completeWith(firestore, async (transaction) => {
        callbacks += 1;
        const before = (await transaction.get(effect())).data().count;
        // As if its first commit had been aborted: the SDK knows that code for one to try again.
        if (callbacks === 1) throw Object.assign(new Error('contention'), { code: 10 });
        transaction.set(effect(), { count: before + 1 });
      });
    });

    expect(callbacks).toBe(2);
    expect(outcome.kind).toBe('completed');
    expect(await count()).toBe(1);
  });

  test('commits a batch with the end of the run', async () => {
    const outcome = await deliver(async (run) => {
      const batch = firestore.batch();
      batch.set(effect(), { count: 1 });
      await run.completeWith(firestore, batch, { result: 'booked' });
    });

    expect(outcome).toMatchObject({ kind: 'completed', result: '"booked"' });
    expect(await count()).toBe(1);
    expect((await sighting()).run?.record).toMatchObject({ status: 'completed', result: '"booked"' });
  });

  test.each([
    { case: 'a transaction', write: 'transaction' as const },
    { case: 'a batch', write: 'batch' as const },
  ])('leaves no effect of $case when another attempt has taken the run over', async ({ write }) => {
    const outcome = await deliver(async (run) => {
      const seen = (await sighting()).run;
      const limit = { untilMs: clock.monotonicMs() + 10_000 };
      await store.update(idOfRun(), { attempt_id: 'other', attempt: 2 }, seen?.updateTime ?? '', limit);
      if (write === 'batch') {
        const batch = firestore.batch();
        batch.set(effect(), { count: 1 });
        await run.completeWith(firestore, batch);
      } else {
        await run.completeWith(firestore, async (transaction) => {
          transaction.set(effect(), { count: 1 });
        });
      }
    });

    expect(outcome).toMatchObject({ kind: 'held-elsewhere', attempt: 2 });
    expect(await count()).toBeUndefined();
  });

  test('throws what the callback throws, with nothing written, and lets the run go on', async () => {
    const thrown = new Error('no such customer');
    let heard: unknown;

    const outcome = await deliver(async (run) => {
      const completion = run.completeWith(firestore, async (transaction) => {
        transaction.set(effect(), { count: 1 });
        throw thrown;
      });
      heard = await completion.catch((error: unknown) => error);
    });

    expect(heard).toBe(thrown);
    expect(outcome.kind).toBe('completed');
    expect(await count()).toBeUndefined();
  });

  test('refuses a client of another database before anything is written', async () => {
    const other = await officialFirestore(host, PROJECT, 'other');
    let heard: unknown;

    await deliver(async (run) => {
      const batch = other.batch();
      batch.set(other.doc(`effects/${scheduledTimeMs}`), { count: 1 });
      heard = await run.completeWith(other, batch).catch((error: unknown) => error);
    });
    await other.terminate();

    expect(heard).toMatchObject({ code: 'NOT_SUPPORTED' });
  });
});
