import type { HandlerEnd } from '../../../lambda-handler/guard/held-response';
import { type KeyedRequest, processRequest } from '../../../lambda-handler/guard/process-request';
import type { Fault } from '../protocol/faulty-store';
import { ProtocolWorld, RUN_IDS } from '../protocol/protocol-world';

const id = RUN_IDS.scheduled;
const LEASE_MS = 310_000;

function answered(status = 201): HandlerEnd {
  return { kind: 'answered', answer: { status, headers: {}, body: Buffer.from('done') } };
}

function begin(
  world: ProtocolWorld,
  handle: KeyedRequest['handle'] = async () => answered(),
  leaseSeconds = LEASE_MS / 1000,
) {
  const settings = { jobName: 'ledger', leaseSeconds, retentionSeconds: 86_400 };
  const port = { ...world.port, log: world.log };
  return processRequest(port, { id, payloadHash: 'p', settings, handle });
}

function process(world: ProtocolWorld, handle?: KeyedRequest['handle']) {
  return world.clock.until(begin(world, handle));
}

async function neverHandled(): Promise<never> {
  throw new Error('the request was handled');
}

describe('processRequest', () => {
  test('has a request handled, and records its answer before it may be told', async () => {
    const world = new ProtocolWorld();
    const statuses: unknown[] = [];

    const outcome = await process(world, async (attempt) => {
      statuses.push(attempt, (await world.stored())?.record.status);
      return answered();
    });

    expect(statuses).toEqual([1, 'in_progress']);
    expect(outcome).toEqual({ kind: 'handled', end: answered() });
    expect((await world.stored())?.record).toMatchObject({ status: 'completed', payload_hash: 'p' });
    expect(world.clock.pendingTimers).toBe(0);
  });

  test('replays the answer to a duplicate', async () => {
    const world = new ProtocolWorld();
    await process(world);

    expect(await process(world, neverHandled)).toMatchObject({
      kind: 'replayed',
      kept: { kind: 'whole', answer: { status: 201, body: Buffer.from('done') } },
    });
  });

  test.each<{ case: string; end: HandlerEnd; error: string }>([
    { case: 'answered 503', end: answered(503), error: 'the handler answered 503' },
    { case: 'answered 429', end: answered(429), error: 'the handler answered 429' },
    { case: 'threw', end: { kind: 'threw', thrown: new Error('no') }, error: 'Error: no' },
  ])('lets the next try run at once where the handler $case', async ({ end, error }) => {
    const world = new ProtocolWorld();

    const first = await process(world, async () => end);
    const left = (await world.stored())?.record;
    const attempts: number[] = [];
    const second = await process(world, async (attempt) => {
      attempts.push(attempt);
      return answered();
    });

    expect(first).toEqual({ kind: 'handled', end });
    expect(left).toMatchObject({ status: 'failed', error });
    expect(left?.permanent).toBeUndefined();
    expect(attempts).toEqual([2]);
    expect(second).toMatchObject({ kind: 'handled', end: answered() });
  });

  test.each([
    { leaseSeconds: 310, signalAfterMs: 295_000 },
    { leaseSeconds: 20, signalAfterMs: 5_000 },
    { leaseSeconds: 4, signalAfterMs: 1_000 },
  ])('fires the signal before the end of a lease of $leaseSeconds s', async (row) => {
    const world = new ProtocolWorld();
    const startMs = world.clock.monotonicMs();
    let firedAfterMs: number | undefined;

    const outcome = begin(
      world,
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            firedAfterMs = world.clock.monotonicMs() - startMs;
            resolve({ kind: 'threw', thrown: signal.reason });
          });
        }),
      row.leaseSeconds,
    );
    await world.clock.until(outcome);

    expect(firedAfterMs).toBe(row.signalAfterMs);
    expect(row.signalAfterMs).toBeLessThan(row.leaseSeconds * 1000);
  });

  test('warns once of a handler that never ends its response, when its lease ends', async () => {
    const world = new ProtocolWorld();

    void begin(world, () => new Promise(() => {}));
    await world.clock.advance(LEASE_MS - 1);
    const before = [...world.lines];
    await world.clock.advance(1);
    const then = [...world.lines];
    await world.clock.advance(10 * LEASE_MS);

    expect(before).toEqual([]);
    expect(then).toMatchObject([{ severity: 'WARNING', fields: { runId: id, attempt: 1 } }]);
    expect(world.lines).toEqual(then);
  });

  test('keeps the answer of a handler that overran its lease while nobody else has claimed', async () => {
    const world = new ProtocolWorld();

    const outcome = await process(world, async () => {
      await world.clock.sleep(LEASE_MS + 60_000);
      return answered();
    });

    expect(outcome).toMatchObject({ kind: 'handled' });
    expect((await world.stored())?.record).toMatchObject({ status: 'completed', attempt: 1 });
  });

  test.each<{ case: string; other: HandlerEnd | 'at work'; outcome: object }>([
    {
      case: 'has answered',
      other: answered(202),
      outcome: { kind: 'replayed', kept: { answer: { status: 202 } } },
    },
    { case: 'is at work', other: 'at work', outcome: { kind: 'held-elsewhere', attempt: 2 } },
    { case: 'has failed', other: answered(500), outcome: { kind: 'superseded', attempt: 1 } },
  ])(
    'answers by the record where another attempt took over and $case, and logs it',
    async ({ other, outcome }) => {
      const world = new ProtocolWorld();

      const first = begin(world, async () => {
        await world.clock.sleep(LEASE_MS + 10_000);
        return answered(201);
      });
      await world.clock.advance(LEASE_MS + 1_000);
      const second = begin(world, async () => {
        await world.clock.sleep(other === 'at work' ? 100_000 : 1_000);
        return other === 'at work' ? answered() : other;
      });

      expect(await world.clock.until(first)).toMatchObject(outcome);
      await world.clock.until(second);
      expect(world.lines).toMatchObject([
        { severity: 'WARNING', fields: { runId: id, attempt: 1 } },
        { severity: 'ERROR', fields: { runId: id, attempt: 1, holder: 2 } },
      ]);
    },
  );

  test('does not begin under a claim that was confirmed too late', async () => {
    const world = new ProtocolWorld();
    const { store } = world;
    const create = store.create.bind(store);
    store.create = async (...given) => {
      const written = await create(...given);
      await world.clock.sleep(LEASE_MS);
      return written;
    };

    expect(await process(world, neverHandled)).toEqual({ kind: 'lease-over', runId: id });
  });

  test.each<{ case: string; faults: Fault[]; kind: string }>([
    { case: 'refuses the claim', faults: ['denied'], kind: 'claim-unknown' },
    { case: 'stays silent', faults: Array<Fault>(100).fill('unanswered'), kind: 'claim-unknown' },
  ])('handles nothing where the store $case', async ({ faults, kind }) => {
    const world = new ProtocolWorld();
    world.store.fail('create', ...faults);
    world.store.fail('read', ...faults);

    expect(await process(world, neverHandled)).toMatchObject({ kind });
  });

  test.each<{ case: string; faults: Fault[] }>([
    { case: 'is refused though done', faults: ['refused-though-done'] },
    { case: 'is unanswered though done', faults: ['unanswered-though-done'] },
    { case: 'is lost', faults: ['unanswered'] },
    { case: 'lands late', faults: ['lands-late'] },
  ])('tells the answer where the finish $case', async ({ faults }) => {
    const world = new ProtocolWorld();
    world.store.fail('update', ...faults);

    expect(await process(world)).toMatchObject({ kind: 'handled' });
    expect(await process(world, neverHandled)).toMatchObject({ kind: 'replayed' });
  });

  test('says that the outcome is unknown where the store takes no finish', async () => {
    const world = new ProtocolWorld();
    world.store.fail('update', ...Array<Fault>(2_000).fill('unanswered'));
    world.store.fail('read', ...Array<Fault>(2_000).fill('unanswered'));

    expect(await process(world)).toMatchObject({ kind: 'finish-unknown', cause: { code: 'UNANSWERED' } });
  });
});
