import type { ServerResponse } from 'node:http';
import { memoryStore } from '../../lambda-handler/guard/idempotency-guard';
import { encodeAnswer } from '../../lambda-handler/guard/kept-answer';
import type { RunStore } from '../../lambda-handler/protocol/run-store';
import { GUARD_HOSTS, type GuardedHandler, startService } from './guard-hosts';
import { GuardWorld } from './guard-world';

/** Refused where it is given: what a handler of Node's own, without a guard, is thrown. */
const UNSENDABLE: readonly { case: string; code: string; answer: (response: ServerResponse) => unknown }[] = [
  ...[0, 99, 1000, undefined, 'abc', null].flatMap((status) => [
    {
      case: `statusCode ${status}`,
      code: 'ERR_HTTP_INVALID_STATUS_CODE',
      answer: (response: ServerResponse) => Object.assign(response, { statusCode: status }).end('x'),
    },
    {
      case: `writeHead(${status})`,
      code: 'ERR_HTTP_INVALID_STATUS_CODE',
      answer: (response: ServerResponse) => response.writeHead(status as number).end('x'),
    },
  ]),
  {
    case: 'write under statusCode 99',
    code: 'ERR_HTTP_INVALID_STATUS_CODE',
    answer: (response) => Object.assign(response, { statusCode: 99 }).write('x'),
  },
  {
    case: 'statusMessage of two lines',
    code: 'ERR_INVALID_CHAR',
    answer: (response) => Object.assign(response, { statusMessage: 'a\nb' }).end('x'),
  },
  {
    case: 'writeHead with a reason of two lines',
    code: 'ERR_INVALID_CHAR',
    answer: (response) => response.writeHead(200, 'a\nb').end('x'),
  },
  {
    case: 'writeHead with a header of two lines',
    code: 'ERR_INVALID_CHAR',
    answer: (response) => response.writeHead(200, { 'X-A': 'a\nb' }).end('x'),
  },
  {
    case: 'writeHead with half a pair of headers',
    code: 'ERR_INVALID_ARG_VALUE',
    answer: (response) => response.writeHead(200, ['X-A']).end('x'),
  },
];

/** The code of what is thrown, and an answer that shows that nothing of the refused one was left. */
function codeThrown(
  answer: (response: ServerResponse) => unknown,
  codes: unknown[],
): (request: unknown, response: ServerResponse) => void {
  return (_, response) => {
    try {
      answer(response);
    } catch (error) {
      codes.push((error as { code?: unknown }).code);
    }
    Object.assign(response, { statusCode: 200, statusMessage: '' });
    response.end('as usual');
  };
}

describe.each(GUARD_HOSTS)('an answer that cannot be sent on $host', ({ host }) => {
  const world = new GuardWorld(host, memoryStore());

  beforeAll(() => world.start(''));
  afterAll(() => world.stop());

  test.each(UNSENDABLE)('is an error of its handler: $case', async ({ answer }) => {
    const key = world.key();
    const handler: GuardedHandler = ({ idempotency }, response) =>
      idempotency?.attempt === 1 ? answer(response) : response.end('better');
    world.on(key, handler);

    const first = await world.send({ key });
    const second = await world.send({ key });

    expect(first.status).toBe(500);
    expect(second).toMatchObject({ status: 200, body: Buffer.from('better') });
    expect(world.handled(key)).toBe(2);
  });
});

describe('what a handler is thrown', () => {
  const world = new GuardWorld('plain http', memoryStore());

  beforeAll(() => world.start(''));
  afterAll(() => world.stop());

  test.each(UNSENDABLE)('is what Node throws: $case', async ({ code, answer }) => {
    const key = world.key();
    const [guarded, plain]: [unknown[], unknown[]] = [[], []];
    const service = await startService(codeThrown(answer, plain));
    world.on(key, codeThrown(answer, guarded));

    await fetch(service.url).catch(() => {});
    await service.stop();
    const reply = await world.send({ key });

    expect(guarded).toEqual([code]);
    expect(guarded).toEqual(plain);
    expect(reply).toMatchObject({ status: 200, body: Buffer.from('as usual') });
  });
});

/** A store whose keys were answered with a status that HTTP does not know. */
function storeWithStatus(status: number): RunStore {
  const store = memoryStore();
  const result = encodeAnswer({ status, headers: {}, body: Buffer.from('x') });
  return {
    ...{ create: store.create.bind(store), delete: store.delete.bind(store), read: store.read.bind(store) },
    update: (id, change, ...rest) => store.update(id, { ...change, result } as typeof change, ...rest),
  };
}

describe.each(GUARD_HOSTS)('a kept answer that cannot be sent on $host', ({ host }) => {
  test('is a 500 that is logged, and nothing is handled again', async () => {
    const world = new GuardWorld(host, storeWithStatus(99));
    await world.start('');
    const key = world.key();

    const replies = [await world.send({ key }), await world.send({ key }), await world.send({ key })];
    await world.stop();

    expect(replies.map(({ status }) => status)).toEqual([201, 500, 500]);
    expect(replies[1]?.json).toMatchObject({ outcome: 'answer-refused' });
    expect(world.lines).toMatchObject(
      Array(2).fill({ severity: 'ERROR', fields: { error: { code: 'ERR_HTTP_INVALID_STATUS_CODE' } } }),
    );
    expect(world.handled(key)).toBe(1);
  });
});

describe.each(GUARD_HOSTS)('what comes after the end on $host', ({ host }) => {
  const world = new GuardWorld(host, memoryStore());

  beforeAll(() => world.start(''));
  afterAll(() => world.stop());

  test.each<{ case: string; late: (response: ServerResponse, done: (error?: unknown) => void) => unknown }>([
    { case: 'a write', late: (response, done) => response.write('b', done) },
    { case: 'an end with a chunk', late: (response, done) => response.end('b', done) },
  ])('is told that it comes late: $case', async ({ late }) => {
    const key = world.key();
    const errors: unknown[] = [];
    world.on(key, (_, response) => {
      response.on('error', (error) => errors.push(error));
      response.end('a');
      return new Promise<void>((done) => {
        late(response, (error) => {
          errors.push(error);
          done();
        });
      });
    });

    const replies = [await world.send({ key }), await world.send({ key })];

    expect(replies.map(({ status, body }) => `${status} ${body}`)).toEqual(['200 a', '200 a']);
    expect(errors).toMatchObject(Array(2).fill({ code: 'ERR_STREAM_WRITE_AFTER_END' }));
  });

  test('is called back where it asks only for the end: a second end', async () => {
    const key = world.key();
    const called: unknown[] = [];
    world.on(key, async (_, response) => {
      response.end('a');
      await new Promise<void>((done) => response.end(done));
      called.push(response.writableFinished);
    });

    await world.send({ key });

    expect(called).toEqual([true]);
  });
});
