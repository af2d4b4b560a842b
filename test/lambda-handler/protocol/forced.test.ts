import type { Fault } from './faulty-store';
import { ProtocolWorld, RUN_IDS } from './protocol-world';

/** An hour before the scheduled time: a person has pressed the button. */
const EARLY = '2026-10-16T11:00:00Z';

function neverCalled(): never {
  throw new Error('the job logic was called');
}

describe('claimInKeySpace', () => {
  test('leaves the scheduled run alone when a run is forced', async () => {
    const world = new ProtocolWorld(EARLY);
    const runs: { forced: boolean; runId: string }[] = [];
    const logic = ({ forced, runId }: { forced: boolean; runId: string }) =>
      void runs.push({ forced, runId });

    await world.deliver(logic);
    await world.clock.advance(3_601_000);
    await world.deliver(logic);

    expect(runs).toEqual([
      { forced: true, runId: RUN_IDS.forced },
      { forced: false, runId: RUN_IDS.scheduled },
    ]);
  });

  test('reads first when the scheduled time is clearly in the future', async () => {
    const world = new ProtocolWorld(EARLY);

    await world.deliver(() => undefined);

    expect(world.store.calls).toEqual(['read', 'create', 'update']);
  });

  test("claims the scheduled run when only the machine's clock is late", async () => {
    const world = new ProtocolWorld(EARLY);
    world.storeAheadMs = 3_600_000;

    const outcome = await world.deliver((run) => run.forced);

    expect(outcome).toMatchObject({ kind: 'completed', runId: RUN_IDS.scheduled, result: 'false' });
  });

  test("moves its claim when the store's clock says before the run that it is forced", async () => {
    const world = new ProtocolWorld();
    world.storeAheadMs = -3_600_000;
    let atWork: unknown = 'not run';

    const outcome = await world.deliver(async () => {
      atWork = await world.stored('scheduled');
    });

    expect(outcome).toMatchObject({ kind: 'completed', runId: RUN_IDS.forced });
    expect(atWork).toBeUndefined();
    expect(world.store.calls).toEqual(['create', 'delete', 'create', 'update']);
  });

  test.each([
    { case: 'at the allowance', time: '2026-10-16T11:59:50Z', runId: RUN_IDS.scheduled },
    { case: 'before the allowance', time: '2026-10-16T11:59:49.900Z', runId: RUN_IDS.forced },
  ])('tells a forced run $case', async ({ time, runId }) => {
    const world = new ProtocolWorld(time);

    expect(await world.deliver(() => undefined)).toMatchObject({ kind: 'completed', runId });
  });

  describe('a second press', () => {
    test('is answered by the first within its retry window', async () => {
      const world = new ProtocolWorld(EARLY);
      await world.deliver(() => 'first');
      await world.clock.advance(999_000);

      const outcome = await world.deliver(neverCalled);

      expect(outcome).toMatchObject({ kind: 'already-completed', result: '"first"' });
    });

    test('runs as a new generation with tokens of its own after it', async () => {
      const world = new ProtocolWorld(EARLY);
      const tokens: string[] = [];
      const logic = (run: { token(step: string): string }) => void tokens.push(run.token('charge'));
      await world.deliver(logic);
      await world.clock.advance(1_001_000);

      const outcome = await world.deliver(logic);

      expect(outcome).toMatchObject({ kind: 'completed', attempt: 2 });
      expect((await world.stored('forced'))?.record.generation).toBe(1);
      expect(new Set(tokens).size).toBe(2);
    });

    test('keeps its tokens over its retries', async () => {
      const world = new ProtocolWorld(EARLY);
      const tokens: string[] = [];
      const logic = (run: { token(step: string): string }) => {
        tokens.push(run.token('charge'));
        throw new Error('no');
      };
      await world.deliver(logic);

      await world.deliver(logic);

      expect(tokens[1]).toBe(tokens[0]);
    });
  });

  describe('reject', () => {
    const settings = { forcedRuns: 'reject' } as const;

    test('writes nothing', async () => {
      const world = new ProtocolWorld(EARLY);

      const outcome = await world.deliver(neverCalled, settings);

      expect(outcome).toMatchObject({ kind: 'forced-refused' });
      expect(world.store.calls).toEqual(['read']);
    });

    test('removes the claim of a run that turns out to be forced', async () => {
      const world = new ProtocolWorld();
      world.storeAheadMs = -3_600_000;

      const outcome = await world.deliver(neverCalled, settings);

      expect(outcome).toMatchObject({ kind: 'forced-refused' });
      expect(await world.stored()).toBeUndefined();
    });
  });

  describe('consume-next', () => {
    test('lets a forced run stand for the scheduled one', async () => {
      const world = new ProtocolWorld(EARLY);
      const settings = { forcedRuns: 'consume-next' } as const;
      const first = await world.deliver((run) => run.forced, settings);
      await world.clock.advance(3_601_000);

      const second = await world.deliver(neverCalled, settings);

      expect(first).toMatchObject({ kind: 'completed', runId: RUN_IDS.scheduled, result: 'true' });
      expect(second).toMatchObject({ kind: 'already-completed' });
      expect(world.store.calls).toEqual(['create', 'update', 'create', 'read']);
    });
  });

  describe('the removal of a mistaken claim', () => {
    test.each<{ case: string; faults: Fault[] }>([
      { case: 'is refused though done', faults: ['refused-though-done'] },
      { case: 'is unanswered though done', faults: ['unanswered-though-done'] },
      { case: 'is lost', faults: ['unanswered'] },
    ])('leads to the forced run when it $case', async ({ faults }) => {
      const world = new ProtocolWorld();
      world.storeAheadMs = -3_600_000;
      world.store.fail('delete', ...faults);

      const outcome = await world.deliver(() => undefined);

      expect(outcome).toMatchObject({ kind: 'completed', runId: RUN_IDS.forced });
      expect(await world.stored('scheduled')).toBeUndefined();
    });

    test('keeps the job logic from running when it does not succeed', async () => {
      const world = new ProtocolWorld();
      world.storeAheadMs = -3_600_000;
      world.store.fail('delete', ...Array<Fault>(100).fill('unanswered'));

      const outcome = await world.deliver(neverCalled);

      expect(outcome).toMatchObject({ kind: 'claim-not-released', runId: RUN_IDS.scheduled });
      expect(await world.stored('forced')).toBeUndefined();
    });

    test('is given up at once when the store refuses for good to remove it', async () => {
      const world = new ProtocolWorld();
      world.storeAheadMs = -3_600_000;
      world.store.fail('delete', ...Array<Fault>(100).fill('denied'));
      const startMs = world.clock.monotonicMs();

      const outcome = await world.deliver(() => undefined);

      expect(outcome).toMatchObject({ kind: 'claim-not-released', cause: { code: 'PERMISSION_DENIED' } });
      expect(world.clock.monotonicMs()).toBe(startMs);
    });

    test('also removes a claim whose answer was lost', async () => {
      const world = new ProtocolWorld();
      world.storeAheadMs = -3_600_000;
      world.store.fail('create', 'unanswered-though-done');

      const outcome = await world.deliver(() => undefined);

      expect(outcome).toMatchObject({ kind: 'completed', runId: RUN_IDS.forced });
      expect(await world.stored('scheduled')).toBeUndefined();
    });
  });

  test('starts nothing when the first read stays unanswered', async () => {
    const world = new ProtocolWorld(EARLY);
    world.store.fail('read', 'unanswered');

    expect(await world.deliver(neverCalled)).toMatchObject({ kind: 'claim-unknown' });
  });
});
