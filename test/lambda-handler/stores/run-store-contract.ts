import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../lambda-handler/protocol/clock';
import type {
  RunRecord,
  RunStore,
  StoredRun,
  WriteOutcome,
} from '../../../lambda-handler/protocol/run-store';
import { runRecord } from '../../support/run-record';

/** A store to test, empty but for what the test itself writes. */
export interface RunStoreUnderTest {
  readonly store: RunStore;
  readonly clock: Clock;
}

const STALE = '2026-01-01T00:00:00.000001Z';
const FULL_RECORD = runRecord({
  status: 'failed',
  attempt: 3,
  renewals: 2,
  generation: 1,
  finished_at: Date.UTC(2026, 9, 16, 12, 3, 4, 5),
  permanent: true,
  error: 'Überweisung fehlgeschlagen: 支払い 💸\n\u0000"\\',
  result: '{"sent":12}',
});

/** What every store of records does, whatever it is made of. */
export function describeRunStore(
  name: string,
  factory: () => RunStoreUnderTest | Promise<RunStoreUnderTest>,
): void {
  describe(name, () => {
    let given: RunStoreUnderTest;
    let store: RunStore;
    let runId: string;

    beforeEach(async () => {
      given = await factory();
      store = given.store;
      runId = randomUUID();
    });

    const limit = () => ({ untilMs: given.clock.monotonicMs() + 20_000 });
    const create = (record: RunRecord = runRecord()) => store.create(runId, record, limit());
    const update = (changes: Partial<RunRecord>, expected: string) =>
      store.update(runId, changes, expected, limit());
    const read = () => store.read(runId, limit());
    const stored = async (): Promise<StoredRun> => {
      const { run } = await read();
      if (run === undefined) throw new Error('expected a record, found none');
      return run;
    };

    describe('create', () => {
      test('writes the record when there is none', async () => {
        const outcome = written(await create());

        const run = await stored();
        expect(run.record).toEqual(runRecord());
        expect(run.updateTime).toBe(outcome.updateTime);
        expect(run.updatedAtMs).toBe(outcome.commitAtMs);
      });

      test('is refused and changes nothing when there is a record, even an equal one', async () => {
        const { updateTime } = written(await create());

        expect(await create()).toEqual({ kind: 'refused' });
        expect(await create(runRecord({ attempt: 2 }))).toEqual({ kind: 'refused' });
        expect(await stored()).toMatchObject({ record: runRecord(), updateTime });
      });

      test('succeeds for exactly one of 50 at the same time', async () => {
        const attempts = Array.from({ length: 50 }, (_, index) =>
          runRecord({ attempt_id: `attempt-${index}` }),
        );

        const outcomes = await Promise.all(attempts.map((record) => create(record)));

        const winners = attempts.filter((_, index) => outcomes[index]?.kind === 'written');
        expect(winners).toEqual([(await stored()).record]);
      });
    });

    describe('update', () => {
      test('changes the named fields only, and removes one that is given as undefined', async () => {
        const { updateTime } = written(await create(FULL_RECORD));

        const outcome = written(
          await update(
            { status: 'in_progress', attempt: 4, error: undefined, permanent: undefined },
            updateTime,
          ),
        );

        const { error: _error, permanent: _permanent, ...kept } = FULL_RECORD;
        const run = await stored();
        expect(run.record).toEqual({ ...kept, status: 'in_progress', attempt: 4 });
        expect(Object.keys(run.record)).not.toContain('error');
        expect(run.updateTime).toBe(outcome.updateTime);
      });

      test('takes a removal of what is not there', async () => {
        const { updateTime } = written(await create());

        written(await update({ attempt: 2, error: undefined }, updateTime));

        expect((await stored()).record).toEqual(runRecord({ attempt: 2 }));
      });

      test('is refused and changes nothing when the record has changed since', async () => {
        const first = written(await create());
        const second = written(await update({ attempt: 2 }, first.updateTime));

        expect(await update({ attempt: 3 }, first.updateTime)).toEqual({ kind: 'refused' });
        expect(await update({ attempt: 3 }, STALE)).toEqual({ kind: 'refused' });
        expect(await stored()).toMatchObject({
          record: runRecord({ attempt: 2 }),
          updateTime: second.updateTime,
        });
      });

      test('is refused and creates nothing when there is no record', async () => {
        expect(await update({ attempt: 2 }, STALE)).toEqual({ kind: 'refused' });
        expect((await read()).run).toBeUndefined();
      });

      test('leaves the update time where it was when all values are equal, so that a renewal must count', async () => {
        const first = written(await create());

        const equal = written(await update({ lease_expires: runRecord().lease_expires }, first.updateTime));
        const counted = written(await update({ renewals: 1 }, first.updateTime));

        expect(equal.updateTime).toBe(first.updateTime);
        expect(equal.commitAtMs).toBeGreaterThan(first.commitAtMs);
        expect(counted.commitAtMs).toBeGreaterThan(equal.commitAtMs);
        expect((await stored()).updateTime).toBe(counted.updateTime);
      });

      test('succeeds for exactly one of 50 at the same time under one version', async () => {
        const { updateTime } = written(await create());
        const attemptIds = Array.from({ length: 50 }, (_, index) => `attempt-${index}`);

        const outcomes = await Promise.all(
          attemptIds.map((attempt_id) => update({ attempt_id }, updateTime)),
        );

        const winners = attemptIds.filter((_, index) => outcomes[index]?.kind === 'written');
        expect(winners).toEqual([(await stored()).record.attempt_id]);
      });
    });

    describe('delete', () => {
      test('removes the record under its own version', async () => {
        const { updateTime, commitAtMs } = written(await create());

        const outcome = written(await store.delete(runId, updateTime, limit()));

        expect(outcome.commitAtMs).toBeGreaterThan(commitAtMs);
        expect((await read()).run).toBeUndefined();
      });

      test('is refused and removes nothing when the record has changed since', async () => {
        const first = written(await create());
        written(await update({ attempt: 2 }, first.updateTime));

        expect(await store.delete(runId, first.updateTime, limit())).toEqual({ kind: 'refused' });
        expect((await stored()).record.attempt).toBe(2);
      });

      test('is refused when there is no record', async () => {
        expect(await store.delete(runId, STALE, limit())).toEqual({ kind: 'refused' });
      });

      test('makes room for a new record', async () => {
        const { updateTime } = written(await create());
        written(await store.delete(runId, updateTime, limit()));

        const again = written(await create(runRecord({ attempt: 7 })));

        expect(await stored()).toMatchObject({ record: { attempt: 7 }, updateTime: again.updateTime });
      });
    });

    describe('read', () => {
      test('sees nothing, and when, where there is no record', async () => {
        const first = await read();
        const second = await read();

        expect(first.run).toBeUndefined();
        expect(second.readAtMs).toBeGreaterThanOrEqual(first.readAtMs);
      });

      test('is never earlier than the update that it sees', async () => {
        written(await create());

        const { run, readAtMs } = await read();

        expect(readAtMs).toBeGreaterThanOrEqual(run?.updatedAtMs ?? Number.POSITIVE_INFINITY);
      });

      test.each([
        { case: 'every field', record: FULL_RECORD },
        { case: 'no optional field', record: runRecord() },
        { case: 'a text of 10,000 characters', record: runRecord({ error: 'é'.repeat(10_000) }) },
        {
          case: 'empty texts and zeros',
          record: runRecord({ error: '', result: '', attempt: 0, lease_seconds: 0 }),
        },
        { case: 'false', record: runRecord({ permanent: false }) },
        { case: 'a fraction of a second as lease', record: runRecord({ lease_seconds: 12.5 }) },
        { case: 'microseconds', record: runRecord({ started_at: Date.UTC(2026, 9, 16) + 0.123 }) },
      ])('gives back $case as written', async ({ record }) => {
        written(await create(record));

        expect((await stored()).record).toEqual(record);
      });

      test('keeps the records of two runs apart', async () => {
        const other = randomUUID();
        written(await create());

        expect((await store.read(other, limit())).run).toBeUndefined();
      });
    });

    test('gives versions that grow and keep the microseconds', async () => {
      const outcomes = [written(await create())];
      for (let renewals = 1; renewals <= 20; renewals++) {
        const { updateTime } = outcomes.at(-1) as Written;
        outcomes.push(written(await update({ renewals }, updateTime)));
      }

      const times = outcomes.map(({ commitAtMs }) => commitAtMs);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      // A time that falls on a whole millisecond may be printed without them.
      expect(outcomes.filter(({ updateTime }) => /\.\d{6}Z$/.test(updateTime)).length).toBeGreaterThan(10);
    });

    test('does nothing once the limit of the call has passed', async () => {
      const passed = { untilMs: given.clock.monotonicMs() };

      await expect(store.create(runId, runRecord(), passed)).rejects.toMatchObject({ code: 'UNANSWERED' });
      await expect(store.read(runId, passed)).rejects.toMatchObject({ code: 'UNANSWERED' });
      expect((await read()).run).toBeUndefined();
    });
  });
}

type Written = Extract<WriteOutcome, { kind: 'written' }>;

function written(outcome: WriteOutcome): Written {
  if (outcome.kind !== 'written') throw new Error(`expected a write, got ${outcome.kind}`);
  return outcome;
}
