import { guardSettings } from '../../lambda-handler/guard/guard-options';
import type { Outcome } from '../../lambda-handler/protocol/outcome';
import { retryAfterMs } from '../../lambda-handler/proxies/retry-after';
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

describe('http', () => {
  test.each([409, 429, 503])('sends again, under the same key, when %i says when', async (status) => {
    const { world, sent } = answering(later(status, '30'), later(status, '12'), done);

    expect(await world.deliver()).toMatchObject({ kind: 'completed', result: '{"status":200}' });
    expect(sent).toEqual([0, 30_000, 42_000].map((atMs) => ({ atMs, key: TOKEN })));
    expect(world.logged('INFO')).toMatchObject([
      { fields: { status, waitSeconds: 30 } },
      { fields: { status, waitSeconds: 12 } },
    ]);
  });

  test.each([
    { case: 'a second before the signal', seconds: '164', requests: 2 },
    { case: 'not after the signal', seconds: '166', requests: 1 },
    { case: 'not after a wait without end', seconds: '9'.repeat(400), requests: 1 },
  ])('sends again $case', async ({ seconds, requests }) => {
    const { world, sent } = answering(later(409, seconds));
    const startMs = world.clock.nowMs();

    expect(await world.deliver()).toMatchObject({
      kind: 'failed',
      thrown: { message: `${HTTP.url} answered 409: later` },
    });
    expect(sent).toHaveLength(requests);
    expect(world.clock.nowMs() - startMs).toBe(165_000);
  });

  test('takes the answer that follows as if it were the first', async () => {
    const { world } = answering(later(409, '1'), () => new Response('no', { status: 422 }));

    expect(await world.deliver()).toMatchObject({ kind: 'permanently-failed' });
  });
});

describe('http behind a guard whose first try has crashed', () => {
  const { leaseSeconds } = guardSettings({ name: 'ledger', store: { project: 'p', database: 'd' } });

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
