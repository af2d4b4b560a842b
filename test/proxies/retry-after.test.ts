import { guardSettings } from '../../lambda-handler/guard/guard-options';
import type { Outcome } from '../../lambda-handler/protocol/outcome';
import { nextWaitMs, retryAfterMs } from '../../lambda-handler/proxies/retry-after';
import type { HttpProxy } from '../../src/contract/proxies';
import { HTTP } from '../support/proxies';
import { DEFAULT_RETRY_WAITS_SECONDS, DEFAULT_TIMES } from './default-job';
import { ProxyWorld, TOKEN } from './proxy-world';

interface Sent {
  readonly atMs: number;
  readonly key: string | null;
}

/** A world whose receiver answers the requests one after the other; the last answer is given to all that follow. */
function answering(...answers: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const fetchLike: typeof fetch = async (_url, init) => {
    const key = new Headers(init?.headers).get('idempotency-key');
    sent.push({ atMs: world.clock.nowMs() - beganMs, key });
    return (answers[Math.min(sent.length, answers.length) - 1] as () => Response)();
  };
  const world = new ProxyWorld(HTTP, { fetch: fetchLike });
  const beganMs = world.clock.nowMs();
  return { world, sent };
}

const later = (status: number, retryAfter: string) => () =>
  new Response('later', { status, headers: { 'Retry-After': retryAfter } });
const done = () => new Response('done');

describe('retryAfterMs', () => {
  const nowMs = Date.UTC(2026, 9, 16, 12);

  test.each([
    { status: 409, text: '30', waitMs: 30_000 },
    { status: 429, text: '0', waitMs: 1_000 },
    { status: 503, text: 'Fri, 16 Oct 2026 12:00:20 GMT', waitMs: 20_000 },
    { status: 503, text: 'Fri, 16 Oct 2026 11:59:00 GMT', waitMs: 1_000 },
    { status: 409, text: 'soon', waitMs: undefined },
    { status: 500, text: '30', waitMs: undefined },
    { status: 422, text: '30', waitMs: undefined },
  ])('is $waitMs ms for $status with $text', ({ status, text, waitMs }) => {
    expect(retryAfterMs(later(status, text)(), nowMs)).toBe(waitMs);
  });

  test('is none without the header', () => {
    expect(retryAfterMs(new Response('', { status: 409 }), nowMs)).toBeUndefined();
  });
});

describe('nextWaitMs', () => {
  test.each([
    { status: 409, askedMs: 9_000, waits: 0, leftMs: 165_000, waitMs: 9_000 },
    { status: 409, askedMs: 310_000, waits: 0, leftMs: 165_000, waitMs: 10_000 },
    { status: 409, askedMs: 310_000, waits: 1, leftMs: 165_000, waitMs: 20_000 },
    { status: 409, askedMs: 310_000, waits: 2, leftMs: 165_000, waitMs: 30_000 },
    { status: 409, askedMs: 310_000, waits: 9, leftMs: 165_000, waitMs: 30_000 },
    { status: 409, askedMs: 10_000, waits: 0, leftMs: 15_000, waitMs: 10_000 },
    { status: 409, askedMs: 10_000, waits: 0, leftMs: 14_999, waitMs: 9_999 },
    { status: 409, askedMs: 10_000, waits: 0, leftMs: 6_000, waitMs: 1_000 },
    { status: 409, askedMs: 10_000, waits: 0, leftMs: 5_999, waitMs: 10_000 },
    { status: 409, askedMs: 2_000, waits: 0, leftMs: 5_999, waitMs: 2_000 },
    { status: 429, askedMs: 310_000, waits: 0, leftMs: 20_000, waitMs: 310_000 },
    { status: 503, askedMs: 60_000, waits: 9, leftMs: 165_000, waitMs: 60_000 },
  ])('is $waitMs ms after $status for $askedMs ms, $waits waits and $leftMs ms left', (row) => {
    expect(nextWaitMs(row.status, row.askedMs, row.waits, row.leftMs)).toBe(row.waitMs);
  });
});

describe('http', () => {
  test.each([
    { status: 409, atMs: [0, 10_000, 22_000] },
    { status: 429, atMs: [0, 30_000, 42_000] },
    { status: 503, atMs: [0, 30_000, 42_000] },
  ])('sends again, under the same key, when $status says when', async ({ status, atMs }) => {
    const { world, sent } = answering(later(status, '30'), later(status, '12'), done);

    expect(await world.deliver()).toMatchObject({ kind: 'completed', result: '{"status":200}' });
    expect(sent).toEqual(atMs.map((at) => ({ atMs: at, key: TOKEN })));
    expect(world.logged('INFO')).toMatchObject([
      { fields: { status, waitSeconds: (atMs[1] as number) / 1000 } },
      { fields: { status, waitSeconds: 12 } },
    ]);
  });

  test.each([
    { case: 'a second before the signal', seconds: '164', requests: 2 },
    { case: 'not after the signal', seconds: '166', requests: 1 },
    { case: 'not after a wait without end', seconds: '9'.repeat(400), requests: 1 },
  ])('sends again what a 503 puts off: $case', async ({ seconds, requests }) => {
    const { world, sent } = answering(later(503, seconds));
    const startMs = world.clock.nowMs();

    expect(await world.deliver()).toMatchObject({
      kind: 'failed',
      thrown: { message: `${HTTP.url} answered 503: later` },
    });
    expect(sent).toHaveLength(requests);
    expect(world.clock.nowMs() - startMs).toBe(165_000);
  });

  test('asks for a held key at growing distances, and once more before the end of the attempt', async () => {
    const { world, sent } = answering(later(409, '310'));

    expect(await world.deliver()).toMatchObject({
      kind: 'failed',
      thrown: { message: `${HTTP.url} answered 409: later` },
    });
    expect(sent.map(({ atMs }) => atMs / 1000)).toEqual([0, 10, 30, 60, 90, 120, 150, 160]);
  });

  test('takes the answer that follows as if it were the first', async () => {
    const { world } = answering(later(409, '1'), () => new Response('no', { status: 422 }));

    expect(await world.deliver()).toMatchObject({ kind: 'permanently-failed' });
  });
});

describe('http behind a guard whose first try has crashed', () => {
  const { leaseSeconds } = guardSettings({ name: 'ledger', store: { project: 'p', database: 'd' } });

  test('has the answer of work that ends before its lease, in an attempt of 20 s', async () => {
    const { world, sent } = answering(later(409, '310'), done);

    const outcome = await world.protocol.deliver(world.logic, { timeoutSeconds: 25, leaseSeconds: 35 });

    expect(outcome).toMatchObject({ kind: 'completed' });
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 10_000]);
  });

  /** Delivers the run of a default job; the guard has the key until the lease of the first request ends. */
  async function outlasted(settings: HttpProxy, leaseMs: number, crashMs: number) {
    let leaseEndMs: number | undefined;
    const world: ProxyWorld = new ProxyWorld(settings, {
      fetch: async (_url, init) => {
        const nowMs = world.clock.monotonicMs();
        if (leaseEndMs === undefined) {
          leaseEndMs = nowMs + leaseMs;
          await world.clock.sleep(crashMs, init?.signal ?? undefined);
          throw new TypeError('fetch failed');
        }
        if (nowMs >= leaseEndMs) return new Response('done');
        return later(409, String(Math.ceil((leaseEndMs - nowMs) / 1000)))();
      },
    });
    const outcomes: Outcome[] = [];
    for (const waitSeconds of [0, ...DEFAULT_RETRY_WAITS_SECONDS]) {
      await world.clock.advance(waitSeconds * 1000);
      const outcome = await world.protocol.deliver(world.logic, DEFAULT_TIMES);
      outcomes.push(outcome);
      if (outcome.kind !== 'failed') break;
    }
    return outcomes.map(({ kind }) => kind);
  }

  test.each([
    { case: 'at once', crashMs: 0, failures: 2 },
    { case: 'after a minute', crashMs: 60_000, failures: 2 },
    { case: 'without a word', crashMs: Number.POSITIVE_INFINITY, failures: 1 },
  ])(`outlasts the guard's default lease by a default job: $case`, async ({ crashMs, failures }) => {
    expect(leaseSeconds).toBe(310);
    const kinds = await outlasted(HTTP, leaseSeconds * 1000, crashMs);

    expect(kinds).toEqual([...Array(failures).fill('failed'), 'completed']);
  });

  test.each([
    { leaseMs: 1_041_000, last: 'completed' },
    { leaseMs: 1_043_000, last: 'failed' },
  ])('ends a lease of $leaseMs ms as $last', async ({ leaseMs, last }) => {
    const kinds = await outlasted(HTTP, leaseMs, 0);

    expect(kinds).toHaveLength(6);
    expect(kinds.at(-1)).toBe(last);
  });
});
