import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { memoryStore } from '../../lambda-handler/guard/idempotency-guard';
import { LONGEST_KEPT_BODY_BYTES } from '../../lambda-handler/guard/kept-answer';
import { until } from '../support/until';
import type { GuardedHandler } from './guard-hosts';
import { GUARD_HOSTS } from './guard-hosts';
import { GuardWorld } from './guard-world';

describe.each(GUARD_HOSTS)('what a handler does with its response on $host', ({ host }) => {
  const world = new GuardWorld(host, memoryStore());

  beforeAll(() => world.start(''));
  afterAll(() => world.stop());

  test.each<{ case: string; handler: GuardedHandler; status?: number; headers?: object }>([
    {
      case: 'writes in pieces',
      handler: (_, r) => [r.write('a b'), r.write(Buffer.from(' c')), r.end(' d')],
    },
    { case: 'names an encoding', handler: (_, r) => r.end(Buffer.from('a b c d').toString('hex'), 'hex') },
    { case: 'pipes', handler: (_, r) => void Readable.from(['a b', ' c d']).pipe(r) },
    {
      case: 'waits until its pipeline has left',
      handler: async (_, r) => pipeline(Readable.from(['a b', ' c d']), r),
    },
    {
      case: 'waits for its callbacks',
      handler: (_, r) => new Promise<void>((done) => r.write('a b', () => r.end(' c d', 'utf8', done))),
    },
    { case: 'returns before it answers', handler: (_, r) => void setTimeout(() => r.end('a b c d'), 10) },
    { case: 'tries to send its head early', handler: (_, r) => [r.flushHeaders(), r.end('a b c d')] },
    {
      case: 'gives headers as an object',
      handler: (_, r) => r.writeHead(202, 'Fine', { ETag: '1' }).end('a b c d'),
      status: 202,
      headers: { etag: '1' },
    },
    {
      case: 'gives headers as a flat list',
      handler: (_, r) => r.writeHead(202, ['Link', '<a>', 'Link', '<b>']).end('a b c d'),
      status: 202,
      headers: { link: '<a>, <b>' },
    },
    {
      case: 'gives headers as pairs, one of them twice',
      handler: (_, r) =>
        r
          .setHeader('Link', '<z>')
          .writeHead(202, [
            ['Link', '<a>'],
            ['Link', '<b>'],
          ] as never)
          .end('a b c d'),
      status: 202,
      headers: { link: '<a>, <b>' },
    },
    {
      case: 'gives headers after no reason',
      handler: (_, r) => r.writeHead(202, undefined, { ETag: '1' }).end('a b c d'),
      status: 202,
      headers: { etag: '1' },
    },
    {
      case: 'gives a list as the value of a header in a flat list',
      handler: (_, r) => r.writeHead(202, ['Link', ['<a>', '<b>'], 'ETag', '1']).end('a b c d'),
      status: 202,
      headers: { link: '<a>, <b>', etag: '1' },
    },
    {
      case: 'changes its mind after its end',
      handler: (_, r) => Object.assign(r.end('a b c d'), { statusCode: 500, statusMessage: 'a\nb' }),
    },
    {
      case: 'says a length that is not its own',
      handler: (_, r) => r.setHeader('Content-Length', '3').end('a b c d'),
      headers: { 'content-length': '7' },
    },
    {
      case: 'goes on after its end',
      handler: (_, r) => [r.end('a b c d'), r.write('e'), r.end('f')],
    },
  ])('gives the same twice where it $case', async ({ handler, status = 200, headers = {} }) => {
    const key = world.key();
    world.on(key, handler);

    const replies = [await world.send({ key }), await world.send({ key })];

    for (const reply of replies) {
      expect(reply).toMatchObject({ status, headers, body: Buffer.from('a b c d') });
    }
    expect(world.handled(key)).toBe(1);
  });

  test('keeps the answer of a handler that throws after it', async () => {
    const key = world.key();
    world.on(key, async (_, response) => {
      response.end('done');
      throw new Error('too late');
    });

    expect(await world.send({ key })).toMatchObject({ status: 200, body: Buffer.from('done') });
    await until('it is logged', () => host === 'Express' || world.lines.at(-1)?.severity === 'WARNING');
  });

  test('takes a destroyed response for a failure', async () => {
    const key = world.key();
    world.on(key, ({ idempotency }, response) => {
      if (idempotency?.attempt === 1) response.destroy();
      else response.end('done');
    });

    const replies = [await world.send({ key }), await world.send({ key })];

    expect(replies.map(({ status }) => status)).toEqual([500, 200]);
  });

  test.each([
    { case: 'a status without a body', status: 204 },
    { case: 'not modified', status: 304 },
  ])('replays $case', async ({ status }) => {
    const key = world.key();
    world.on(key, (_, response) => void response.writeHead(status).end());

    const replies = [await world.send({ key }), await world.send({ key })];

    expect(replies.map((reply) => [reply.status, reply.body.length])).toEqual([
      [status, 0],
      [status, 0],
    ]);
  });

  test.each([
    { case: 'replays the largest answer that is kept', bytes: LONGEST_KEPT_BODY_BYTES, isKept: true },
    { case: 'replays only the status of a larger one', bytes: LONGEST_KEPT_BODY_BYTES + 1, isKept: false },
  ])('$case', async ({ bytes, isKept }) => {
    const key = world.key();
    world.on(key, (_, response) => void response.writeHead(201).end(Buffer.alloc(bytes, 7)));

    const first = await world.send({ key });
    const again = await world.send({ key });

    expect([first.status, first.body.length]).toEqual([201, bytes]);
    expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
    if (isKept) expect(again.body).toEqual(first.body);
    else expect(again.json).toMatchObject({ status: 201, outcome: 'answer-not-kept' });
    expect(world.handled(key)).toBe(1);
  });

  test('goes on when the caller has hung up', async () => {
    const key = world.key();
    const hangUp = new AbortController();
    let release: () => void = () => {};
    world.on(key, async (incoming, response) => {
      await new Promise<void>((resolve) => {
        release = resolve;
        incoming.socket.once('close', resolve);
        hangUp.abort();
      });
      response.writeHead(201).end('done');
    });

    const first = await world.send({ key, signal: hangUp.signal });
    release();
    let again = await world.send({ key });
    await until('the answer is kept', async () => {
      again = await world.send({ key });
      return again.status !== 409;
    });

    expect(first.status).toBe('no answer');
    expect(again).toMatchObject({ status: 201, body: Buffer.from('done') });
    expect(world.handled(key)).toBe(1);
  });

  test.each<{ case: string; log: () => void }>([
    {
      case: 'at once',
      log: () => {
        throw new Error('the disk is full');
      },
    },
    { case: 'by a promise', log: () => Promise.reject(new Error('the disk is full')) },
  ])('answers though its log fails $case', async ({ log }) => {
    const loud = new GuardWorld(host, memoryStore(), { log });
    await loud.start('');

    const reply = await loud.send({});
    await loud.stop();

    expect(reply).toMatchObject({ status: 400, json: { outcome: 'missing-key' } });
  });

  test('tells the handler its key, its attempt and when to stop', async () => {
    const key = world.key();

    await world.send({ key: `"${key}"` });

    expect(world.told(key)).toEqual([{ key, attempt: 1, signal: expect.any(AbortSignal) }]);
  });
});
