import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { idempotencyGuard, memoryStore } from '../../lambda-handler/guard/idempotency-guard';
import { GUARD_HOSTS, type GuardedHandler, type GuardedService, startService } from './guard-hosts';
import { GuardWorld } from './guard-world';

const BEGINNINGS: readonly { case: string; begin: (response: ServerResponse) => unknown }[] = [
  { case: 'its first byte', begin: (r) => r.write('a') },
  { case: 'writeHead', begin: (r) => r.writeHead(200) },
  { case: 'flushHeaders', begin: (r) => r.flushHeaders() },
  { case: 'its end', begin: (r) => r.end('a') },
];

const CHANGES: readonly ((response: ServerResponse) => unknown)[] = [
  (r) => r.setHeader('ETag', '2'),
  (r) => r.setHeaders(new Map([['ETag', '2']])),
  (r) => r.appendHeader('ETag', '2'),
  (r) => r.removeHeader('ETag'),
  (r) => r.writeHead(404),
];

/** The code of what a call throws. */
function codeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

describe.each(GUARD_HOSTS)('an answer that a handler has begun on $host', ({ host }) => {
  const world = new GuardWorld(host, memoryStore());

  beforeAll(() => world.start(''));
  afterAll(() => world.stop());

  test.each(BEGINNINGS)('has its head from $case on, as in Node', async ({ begin }) => {
    const key = world.key();
    const seen: unknown[] = [];
    const handler: GuardedHandler = (_, response) => {
      response.setHeader('ETag', '1');
      seen.push(response.headersSent);
      begin(response);
      seen.push(response.headersSent, ...CHANGES.map((change) => codeOf(() => change(response))));
      response.statusCode = 404;
      response.statusMessage = 'Changed';
      response.end();
    };
    world.on(key, handler);
    world.on('GET', handler);

    const replies = [
      await world.send({ key }),
      await world.send({ key }),
      await world.send({ method: 'GET' }),
    ];

    const heads = replies.map(({ status, headers }) => [status, headers.etag]);
    expect(heads).toEqual([
      [200, '1'],
      [200, '1'],
      [200, '1'],
    ]);
    const once = [false, true, ...CHANGES.map(() => 'ERR_HTTP_HEADERS_SENT')];
    expect(seen).toEqual([...once, ...once]);
  });

  test.each<{ case: string; fail: GuardedHandler }>([
    {
      case: 'throws',
      fail: () => {
        throw new Error('boom');
      },
    },
    { case: 'rejects', fail: () => Promise.reject(new Error('boom')) },
    { case: 'destroys its response', fail: (_, response) => response.destroy() },
    { case: 'destroys its connection', fail: (incoming) => incoming.socket.destroy() },
  ])('leaves nothing of it where the handler $case, and is handled anew', async ({ fail }) => {
    const key = world.key();
    world.on(key, (incoming, response) => {
      if (incoming.idempotency?.attempt !== 1) return response.end('whole');
      response.writeHead(201, { ETag: '1' }).write('partial');
      return fail(incoming, response);
    });

    const replies = [await world.send({ key }), await world.send({ key })];

    expect(replies).toMatchObject([
      { status: 500, json: { outcome: 'handler-threw' } },
      { status: 200, body: Buffer.from('whole') },
    ]);
    expect(replies[0]?.headers.etag).toBeUndefined();
    expect(world.handled(key)).toBe(2);
  });

  test('leaves as it is where the handler destroys its connection after its end', async () => {
    const key = world.key();
    world.on(key, (incoming, response) => [response.end('done'), incoming.socket.destroy()]);

    const replies = [await world.send({ key }), await world.send({ key })];

    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: Buffer.from('done') });
    expect(world.handled(key)).toBe(1);
  });

  test('is kept where something but the handler closes the connection', async () => {
    const key = world.key();
    let close: () => void = () => {};
    const begun = new Promise<Socket>((resolve) => {
      world.on(key, async (incoming, response) => {
        response.write('who');
        const closed = new Promise<void>((done) => {
          close = done;
        });
        resolve(incoming.socket);
        await closed;
        response.end('le');
      });
    });

    const first = world.send({ key });
    (await begun).destroy();
    const duplicate = await world.send({ key });
    close();
    const again = await world.send({ key });

    expect((await first).status).toBe('no answer');
    expect(duplicate.status).toBe(409);
    expect(again).toMatchObject({ status: 200, body: Buffer.from('whole') });
    expect(world.handled(key)).toBe(1);
  });
});

describe('an answer that was begun in a chain of Express', () => {
  const services: GuardedService[] = [];
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  /** Has a guarded chain answer the same request twice. */
  async function twice(...chain: readonly (RequestHandler | ErrorRequestHandler)[]) {
    const guard = idempotencyGuard({ name: 'ledger', store: memoryStore(), log: () => {} });
    const app = express();
    app.use(guard.middleware, ...(chain as RequestHandler[]));
    const service = await startService(app);
    services.push(service);
    const headers = { 'Idempotency-Key': 'a', 'Content-Type': 'application/json' };
    const post = async () => {
      const reply = await fetch(service.url, { method: 'POST', headers, body: '{}' });
      return [reply.status, await reply.text()];
    };
    return [await post(), await post()];
  }

  const begins: RequestHandler = (_, response) => {
    response.write('partial');
    throw new Error('boom');
  };
  const answers: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.status(422).send('no');
  };
  const passes: ErrorRequestHandler = (error, _request, response, next) => {
    if (response.headersSent) next(error);
    else response.status(422).send('no');
  };

  test.each<{ case: string; chain: (RequestHandler | ErrorRequestHandler)[] }>([
    { case: 'no middleware for errors', chain: [begins] },
    { case: 'middleware for errors that answers', chain: [begins, answers] },
    { case: 'middleware for errors that looks at what was sent', chain: [begins, passes] },
    { case: 'a parser before it', chain: [express.json(), begins] },
  ])('is a failure where the handler throws, with $case', async ({ chain }) => {
    const failure = [500, expect.stringContaining('"outcome":"handler-threw"')];
    let handled = 0;
    const counts: RequestHandler = (_request, _response, next) => {
      handled += 1;
      next();
    };

    expect(await twice(counts, ...chain)).toEqual([failure, failure]);
    expect(handled).toBe(2);
  });

  test('is not begun twice by middleware that looks for the head where Node has it', async () => {
    // As express-session does it.
    const looks: RequestHandler = (_, given, next) => {
      const response = given as typeof given & { _header: unknown; _implicitHeader(): void };
      const { end } = response;
      response.end = ((chunk: unknown) => {
        if (!response._header) response._implicitHeader();
        return end.call(response, chunk, 'utf8');
      }) as typeof end;
      next();
    };
    const done: RequestHandler = (_, response) => void response.writeHead(202).end('done');

    expect(await twice(looks, done)).toEqual([
      [202, 'done'],
      [202, 'done'],
    ]);
  });
});
