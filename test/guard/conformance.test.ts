import { memoryStore } from '../../lambda-handler/guard/idempotency-guard';
import { OutcomeTable } from '../faults/outcome-table';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { until } from '../support/until';
import { GUARD_HOSTS } from './guard-hosts';
import { databaseOf, GuardWorld, type Reply } from './guard-world';

const STORES = [
  {
    store: firestoreUnderTest().kind === 'emulator' ? 'Firestore emulator' : 'Firestore stand-in',
    isFirestore: true,
  },
  { store: 'memory', isFirestore: false },
];
/** Who sends a request that does not say so. */
const ANYONE = 'anyone';
const DAY_MS = 86_400_000;
const DOCUMENTATION = 'https://acme.example/docs/keys';

/** What the draft asks of a resource, and how this one answers. */
interface Requirement {
  readonly section: string;
  readonly level: 'MUST' | 'SHOULD' | 'MAY' | 'RECOMMENDED' | '-';
  /** The draft's case, in our words. */
  readonly asks: string;
  readonly does: string;
  readonly check: (world: GuardWorld) => Promise<void>;
}

function expectProblem(reply: Reply, status: number, outcome: string): void {
  expect(reply).toMatchObject({ status, json: { type: DOCUMENTATION, status, outcome } });
  expect(reply.headers['content-type']).toBe('application/problem+json');
  expect(reply.headers['link']).toBe(`<${DOCUMENTATION}>; rel="describedby"; type="text/html"`);
  expect(reply.json['title']).toEqual(expect.any(String));
  expect(reply.json['detail']).toEqual(expect.any(String));
}

/** A handler that waits until it is released. */
function blocked(world: GuardWorld, key: string): () => void {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.on(key, async (_, response) => {
    await released;
    response.end('done');
  });
  return release;
}

/** Sections as in draft-ietf-httpapi-idempotency-key-header-07. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    section: '2.1',
    level: 'MUST',
    asks: 'the value is a String (RFC 8941): quoted',
    does: 'takes it; bare text too, as the same key',
    check: async (world) => {
      const key = world.key();

      const first = await world.send({ key: `"${key}"` });
      const bare = await world.send({ key });

      expect([first.status, bare.status]).toEqual([201, 201]);
      expect(bare.headers['idempotency-replayed']).toBe('true');
      expect(world.handled(key)).toBe(1);
    },
  },
  {
    section: '2.1',
    level: 'MUST',
    asks: 'no other type, no list',
    does: '400',
    check: async (world) => {
      for (const key of ['"a", "b"', '"a"; q=1', '"a', '""', 'k'.repeat(256)]) {
        expectProblem(await world.send({ key }), 400, 'malformed-key');
      }
      expect(world.handled('a')).toBe(0);
    },
  },
  {
    section: '2.1',
    level: '-',
    asks: 'one field in a request (earlier drafts: MUST)',
    does: '400',
    check: async (world) => {
      expectProblem(await world.send({ key: ['"a"', '"a"'] }), 400, 'malformed-key');
    },
  },
  {
    section: '2.2',
    level: 'MUST',
    asks: 'another request has another key',
    does: 'handles each key once',
    check: async (world) => {
      const [one, other] = [world.key(), world.key()];

      const replies = [await world.send({ key: one }), await world.send({ key: other })];

      expect(replies.map(({ json }) => json['charged'])).toEqual([one, other]);
    },
  },
  {
    section: '2.3',
    level: 'SHOULD',
    asks: 'keys expire by a policy that is published',
    does: 'retentionSeconds: 7 days, then the TTL policy deletes',
    check: async (world) => {
      const key = world.key();
      const beforeMs = Date.now();

      await world.send({ key });

      const keptMs = ((await world.record(key, ANYONE))?.expire_at ?? 0) - beforeMs;
      expect(keptMs).toBeGreaterThanOrEqual(7 * DAY_MS);
      expect(keptMs).toBeLessThan(7 * DAY_MS + 60_000);
    },
  },
  {
    section: '2.4',
    level: 'MAY',
    asks: 'a fingerprint of the payload',
    does: 'SHA-256 over method, path, query, body',
    check: async (world) => {
      const key = world.key();
      await world.send({ key, headers: { 'X-Trace': '1' } });

      const same = await world.send({ key, headers: { 'X-Trace': '2' } });
      const others = [
        await world.send({ key, method: 'PATCH' }),
        await world.send({ key, path: '/refunds' }),
        await world.send({ key, path: '/charges?dry=1' }),
        await world.send({ key, body: '{"cents":101}' }),
        await world.send({ key, body: '' }),
      ];

      expect(same.status).toBe(201);
      for (const other of others) expectProblem(other, 422, 'other-payload');
      expect(world.handled(key)).toBe(1);
    },
  },
  {
    section: '2.5.2',
    level: 'MUST',
    asks: 'the resource publishes its specification',
    does: 'option documentation, in each refusal',
    check: async (world) => {
      expectProblem(await world.send({}), 400, 'missing-key');
    },
  },
  {
    section: '2.6',
    level: 'SHOULD',
    asks: 'first request: process, answer normally',
    does: "the handler's own answer",
    check: async (world) => {
      const key = world.key();

      const reply = await world.send({ key });

      expect(reply).toMatchObject({ status: 201, json: { charged: key, attempt: 1 } });
      expect(reply.headers.location).toBe(`/charges/${key}`);
      expect(reply.headers['idempotency-replayed']).toBeUndefined();
    },
  },
  {
    section: '2.6',
    level: 'SHOULD',
    asks: 'retry after success: the same result',
    does: 'status, content headers and body, byte for byte',
    check: async (world) => {
      const key = world.key();
      const bytes = Buffer.from([0, 255, 254, 10]);
      world.on(key, (_, response) => {
        response.setHeader('Set-Cookie', 'a=1');
        response.writeHead(200, { 'Content-Type': 'image/x-none', ETag: '"1"' });
        response.write(bytes.subarray(0, 2));
        response.end(bytes.subarray(2));
      });

      const first = await world.send({ key });
      const again = await world.send({ key });

      expect([first.status, again.status]).toEqual([200, 200]);
      expect([first.body, again.body]).toEqual([bytes, bytes]);
      expect(again.headers).toMatchObject({
        'content-type': 'image/x-none',
        etag: '"1"',
        'content-length': '4',
      });
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(world.handled(key)).toBe(1);
    },
  },
  {
    section: '2.6',
    level: 'SHOULD',
    asks: 'retry after an error: the same result',
    does: 'final refusals are replayed',
    check: async (world) => {
      const key = world.key();
      world.on(key, (_, response) => void response.writeHead(404).end('no such account'));

      const replies = [await world.send({ key }), await world.send({ key })];

      expect(replies.map(({ status, body }) => `${status} ${body}`)).toEqual(
        Array(2).fill('404 no such account'),
      );
      expect(world.handled(key)).toBe(1);
    },
  },
  {
    section: '2.6',
    level: 'SHOULD',
    asks: 'retry after an error that asks for a retry',
    does: '408, 409, 425, 429, 5xx: handled again, attempt + 1',
    check: async (world) => {
      for (const status of [408, 409, 425, 429, 500, 503]) {
        const key = world.key();
        world.on(key, ({ idempotency }, response) => {
          response.writeHead(idempotency?.attempt === 1 ? status : 200).end();
        });

        const replies = [await world.send({ key }), await world.send({ key }), await world.send({ key })];

        expect(replies.map((reply) => reply.status)).toEqual([status, 200, 200]);
        expect(world.told(key).map(({ attempt }) => attempt)).toEqual([1, 2]);
      }
    },
  },
  {
    section: '2.6',
    level: 'SHOULD',
    asks: 'concurrent request: a conflict',
    does: 'of 50 at once one is handled, 49 are answered 409',
    check: async (world) => {
      const key = world.key();
      const release = blocked(world, key);

      let refused = 0;
      const crowd = Promise.all(
        Array.from({ length: 50 }, async () => {
          const reply = await world.send({ key });
          refused += reply.status === 409 ? 1 : 0;
          return reply;
        }),
      );
      await until('all others are refused', () => refused === 49);
      release();
      const replies = await crowd;

      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(world.handled(key)).toBe(1);
    },
  },
  {
    section: '2.7',
    level: 'SHOULD',
    asks: 'key missing: 400 and a link',
    does: '400 problem+json, type and Link; nothing handled',
    check: async (world) => {
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        expectProblem(await world.send({ method }), 400, 'missing-key');
      }
    },
  },
  {
    section: '2.7',
    level: 'SHOULD',
    asks: 'key reused with another payload: 422 and a link',
    does: '422 problem+json, whatever became of the first',
    check: async (world) => {
      const [done, failed, atWork] = [world.key(), world.key(), world.key()];
      const release = blocked(world, atWork);
      world.on(failed, (_, response) => void response.writeHead(503).end());
      await world.send({ key: done });
      await world.send({ key: failed });
      const first = world.send({ key: atWork });
      await until('the handler is at work', () => world.handled(atWork) === 1);

      for (const key of [done, failed, atWork]) {
        expectProblem(await world.send({ key, body: '{"cents":7}' }), 422, 'other-payload');
        expect(world.handled(key)).toBe(1);
      }
      release();
      await first;
    },
  },
  {
    section: '2.7',
    level: 'SHOULD',
    asks: 'retry while outstanding: 409 and a description',
    does: '409 problem+json, Retry-After: when the lease ends',
    check: async (world) => {
      const key = world.key();
      const release = blocked(world, key);
      const first = world.send({ key });
      await until('the handler is at work', () => world.handled(key) === 1);

      const second = await world.send({ key });
      release();

      expectProblem(second, 409, 'held-elsewhere');
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(300);
      expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(310);
      expect(await first).toMatchObject({ status: 200, body: Buffer.from('done') });
    },
  },
  {
    section: '2.7',
    level: 'MUST',
    asks: 'an uncorrected retry fails again',
    does: 'the refusal is repeated',
    check: async (world) => {
      const key = world.key();
      await world.send({ key });

      for (let again = 0; again < 2; again += 1) {
        expectProblem(await world.send({ key, body: '[]' }), 422, 'other-payload');
      }
      expect(await world.send({ key })).toMatchObject({ status: 201 });
    },
  },
  {
    section: '2.7',
    level: 'SHOULD',
    asks: 'other errors are documented',
    does: 'a handler that throws: 500, the next try runs',
    check: async (world) => {
      const key = world.key();
      world.on(key, async () => {
        throw new Error('no such luck');
      });

      const replies = [await world.send({ key }), await world.send({ key })];

      expect(replies.map(({ status }) => status)).toEqual([500, 500]);
      expect(world.told(key).map(({ attempt }) => attempt)).toEqual([1, 2]);
    },
  },
  {
    section: '5',
    level: 'RECOMMENDED',
    asks: 'a fixed format, validated before the lookup',
    does: '1 to 255 printable ASCII; the record id is a hash',
    check: async (world) => {
      for (const key of ['../../other', '"__.*"', '"a/b"', "' OR 1=1--".replaceAll(' ', '+')]) {
        const replies = [await world.send({ key }), await world.send({ key })];

        expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      }
    },
  },
  {
    section: '5',
    level: 'RECOMMENDED',
    asks: 'a composite key: callers read only their own',
    does: 'guard, caller (option caller) and key',
    check: async (world) => {
      const key = world.key();

      const replies = [
        await world.send({ key, headers: { 'X-Caller': 'a' }, body: '{"of":"a"}' }),
        await world.send({ key, headers: { 'X-Caller': 'b' }, body: '{"of":"b"}' }),
      ];

      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect(world.handled(key)).toBe(2);
    },
  },
  {
    section: '1',
    level: '-',
    asks: 'safe methods are idempotent as they are',
    does: 'GET, HEAD, OPTIONS pass unguarded, with a key too',
    check: async (world) => {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const replies = [
          await world.send({ method, body: '' }),
          await world.send({ method, body: '', key: 'a' }),
        ];

        expect(replies.map(({ status }) => status)).toEqual([201, 201]);
        expect(replies.map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, undefined]);
      }
    },
  },
];

const passed = new Map<Requirement, number>();

afterAll(() => {
  const hosts = GUARD_HOSTS.length * STORES.length;
  const table = new OutcomeTable(['section', 'level', 'the draft', 'the guard', 'hosts × stores']);
  for (const row of REQUIREMENTS) {
    table.add(row.section, row.level, row.asks, row.does, `${passed.get(row) ?? 0} of ${hosts}`);
  }
  table.print();
});

describe.each(GUARD_HOSTS)('a service on $host', ({ host }) => {
  describe.each(STORES)('with its records in $store', ({ store, isFirestore }) => {
    const slug = `${host}-${store}`.toLowerCase().replace(/\W/g, '-');
    const world = new GuardWorld(host, isFirestore ? databaseOf(slug) : memoryStore(), {
      documentation: DOCUMENTATION,
      caller: ({ headers }) => String(headers['x-caller'] ?? ANYONE),
    });

    beforeAll(() => world.start(firestoreUnderTest().host));
    afterAll(() => world.stop());

    test.each(REQUIREMENTS)('$section, $level, $asks: $does', async (row) => {
      await row.check(world);

      passed.set(row, (passed.get(row) ?? 0) + 1);
    });
  });
});
