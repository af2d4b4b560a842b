import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type RequestHandler } from 'express';
import type { Guarded } from '../../lambda-handler/guard/guarded-request';
import {
  type IdempotencyGuard,
  idempotencyGuard,
  memoryStore,
} from '../../lambda-handler/guard/idempotency-guard';
import { until } from '../support/until';
import { type GuardedHandler, type GuardedService, startService } from './guard-hosts';

const LONGEST = 1_000_000;
const services: GuardedService[] = [];
const lines: string[] = [];

afterAll(() => Promise.all(services.map((service) => service.stop())));

/** Starts a service with a guard of its own. */
async function serve(listener: (guard: IdempotencyGuard) => RequestListener): Promise<string> {
  const log = (_: string, message: string) => void lines.push(message);
  const service = await startService(
    listener(idempotencyGuard({ name: 'ledger', store: memoryStore(), log })),
  );
  services.push(service);
  return service.url;
}

async function post(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { method: 'POST', body, headers: { 'Idempotency-Key': 'a', ...headers } });
  return `${reply.status} ${await reply.text()}`;
}

/** Answers with what it reads from the stream of the request. */
const readsStream: GuardedHandler = async (request, response) => {
  response.end(`stream ${(await text(request)).length}, raw ${request.rawBody?.length}`);
};

function app(...handlers: (RequestHandler | IdempotencyGuard['middleware'])[]): RequestListener {
  const made = express();
  made.use(...handlers);
  return made;
}

const answersBody: RequestHandler = (request, response) => {
  response.json({ body: request.body ?? null });
};

/** Has all who read the stream of a request be given texts. */
const reads =
  (encoding: BufferEncoding): RequestHandler =>
  (request, _, next) => {
    request.setEncoding(encoding);
    next();
  };

const asText = async (request: IncomingMessage) => (await request.toArray()).join('');
const readsText: RequestHandler = async (request, response) => {
  response.send(`text ${(await asText(request)).length}`);
};

const answersDone: RequestHandler = (_, response) => void response.send('done');
const answersRaw: RequestHandler = (request, response) => {
  response.send(String((request as { rawBody?: Buffer }).rawBody));
};

describe('a body that nobody has read', () => {
  test.each([
    { case: 'nothing', bytes: 0 },
    { case: 'one byte', bytes: 1 },
    { case: 'one packet', bytes: 1_000 },
    { case: 'many packets', bytes: 300_000 },
    { case: 'as much as is accepted', bytes: LONGEST },
  ])('is there for the handler as if for the first time: $case', async ({ bytes }) => {
    const url = await serve((guard) => guard.wrap(readsStream));

    expect(await post(url, 'b'.repeat(bytes))).toBe(`200 stream ${bytes}, raw ${bytes}`);
  });

  test('is refused with one byte more than is accepted, and nothing is handled', async () => {
    const url = await serve((guard) => guard.wrap(readsStream));

    expect(await post(url, 'b'.repeat(LONGEST + 1))).toMatch(/^413 .*body-too-large/);
    expect(await post(url, 'b')).toBe('200 stream 1, raw 1');
  });

  test('is there for a parser behind the guard', async () => {
    const url = await serve((guard) => app(guard.middleware, express.json(), answersBody));
    const json = { 'Content-Type': 'application/json' };

    expect(await post(url, '{"cents":1}', json)).toBe('200 {"body":{"cents":1}}');
    expect(await post(url, '{"cents":1}', json)).toBe('200 {"body":{"cents":1}}');
    expect(await post(url, '{"cents": 1}', json)).toMatch(/^422 /);
  });

  test.each<{ case: string; encoding: BufferEncoding; body: Buffer; text: string }>([
    {
      case: 'utf8',
      encoding: 'utf8',
      body: Buffer.from('\ufeff5 \u20ac \u{1f4b6}'),
      text: '\ufeff5 \u20ac \u{1f4b6}',
    },
    { case: 'utf8, and is empty', encoding: 'utf8', body: Buffer.alloc(0), text: '' },
    { case: 'latin1', encoding: 'latin1', body: Buffer.from([0x80, 0xff]), text: '\u0080\u00ff' },
    { case: 'hex', encoding: 'hex', body: Buffer.from([0x80, 0xff]), text: '80ff' },
  ])(
    'is there byte for byte where middleware has it read as $case',
    async ({ encoding, body, text: expected }) => {
      const seen: unknown[] = [];
      const sees: RequestHandler = async (request, response) => {
        seen.push(await asText(request), (request as Guarded).rawBody);
        response.send('done');
      };
      const url = await serve((guard) => app(reads(encoding), guard.middleware, sees));

      expect(await post(url, body)).toBe('200 done');
      expect(seen).toEqual([expected, body]);
    },
  );

  test('is there for the handler where middleware has it read as utf8, and it comes in many packets', async () => {
    const url = await serve((guard) => app(reads('utf8'), guard.middleware, readsText));

    // Of three bytes each: packets end within them.
    expect(await post(url, '\u20ac'.repeat(LONGEST / 3))).toBe(`200 text ${Math.floor(LONGEST / 3)}`);
    expect(await post(url, '\u20ac'.repeat(LONGEST / 3 + 1))).toMatch(/^413 /);
  });

  test.each<{ case: string; encoding: BufferEncoding; body: Buffer }>([
    { case: 'utf8, which it is not', encoding: 'utf8', body: Buffer.from([0x61, 0xff]) },
    { case: 'utf8, and it ends within a character', encoding: 'utf8', body: Buffer.from([0x61, 0xe2, 0x82]) },
    { case: 'ascii', encoding: 'ascii', body: Buffer.from('a') },
    { case: 'base64', encoding: 'base64', body: Buffer.from('a') },
  ])('is gone where middleware has it read as $case', async ({ encoding, body }) => {
    const url = await serve((guard) => app(reads(encoding), guard.middleware, answersDone));

    expect(await post(url, body)).toMatch(/^500 .*put the guard before what reads the body/);
  });

  test('that cannot be put back is an error of this request only', async () => {
    const fails: RequestHandler = (request, _, next) => {
      request.unshift = () => {
        throw new Error('no more');
      };
      next();
    };
    const url = await serve((guard) => app(fails, guard.middleware, answersDone));

    expect(await post(url, 'b')).toMatch(/^500 .*internal-error/);
  });

  test('that ends before its end is refused', async () => {
    const url = await serve((guard) => guard.wrap(readsStream));
    const linesBefore = lines.length;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');

    socket.write('POST / HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nContent-Length: 9\r\n\r\nhalf');
    socket.end();

    await until('it is refused', () => lines.length > linesBefore);
    expect(lines.at(-1)).toBe('The request ended before its body');
    expect(await post(url, 'b')).toBe('200 stream 1, raw 1');
  });
});

describe('a body that was read before the guard', () => {
  test.each(['application/json', 'application/merge-patch+json'])(
    'counts as an empty %s, too',
    async (type) => {
      const url = await serve((guard) => app(express.json({ type: '*/*' }), guard.middleware, answersDone));
      const headers = { 'Content-Type': type };

      const replies = [await post(url, '{}', headers), await post(url, ' { }', headers)];

      expect(replies).toEqual(['200 done', '200 done']);
    },
  );

  const json = { 'Content-Type': 'application/json' };

  test('counts as JSON by its value, not by its bytes', async () => {
    const url = await serve((guard) => app(express.json(), guard.middleware, answersBody));

    expect(await post(url, '{"b":[1],"a":2}', json)).toBe('200 {"body":{"b":[1],"a":2}}');
    expect(await post(url, '{ "a": 2, "b": [1] }', json)).toBe('200 {"body":{"b":[1],"a":2}}');
    expect(await post(url, '{"a":2,"b":[2]}', json)).toMatch(/^422 /);
  });

  test.each([
    { case: 'text', parser: express.text({ type: '*/*' }) },
    { case: 'bytes', parser: express.raw({ type: '*/*' }) },
  ])('counts as $case by its bytes', async ({ parser }) => {
    const url = await serve((guard) => app(parser, guard.middleware, answersDone));

    const replies = [await post(url, 'b'), await post(url, 'b'), await post(url, 'c')];

    expect(replies.map((reply) => reply.slice(0, 8))).toEqual(['200 done', '200 done', '422 {"ty']);
  });

  test('counts by rawBody where a parser leaves it, as functions-framework does', async () => {
    const verify = (request: object, _: unknown, rawBody: Buffer) => void Object.assign(request, { rawBody });
    const url = await serve((guard) => app(express.json({ verify }), guard.middleware, answersBody));

    expect(await post(url, '{"a":1}', json)).toMatch(/^200 /);
    expect(await post(url, '{"a": 1}', json)).toMatch(/^422 /);
  });

  test('is read by the guard where a parser only looked at it', async () => {
    const url = await serve((guard) => app(express.json(), guard.middleware, answersRaw));

    expect(await post(url, 'b', { 'Content-Type': 'text/plain' })).toBe('200 b');
    expect(await post(url, 'c', { 'Content-Type': 'text/plain' })).toMatch(/^422 /);
  });

  test('and of which nothing is left is an error that says what to do', async () => {
    const swallows: RequestHandler = async (request, _, next) => {
      await text(request);
      next();
    };
    const url = await serve((guard) => app(swallows, guard.middleware, answersBody));

    expect(await post(url, 'b')).toMatch(/^500 .*put the guard before what reads the body/);
  });
});

describe('an upload', () => {
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const form = (file: string) =>
    `--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${file}\r\n--b--\r\n`;

  /** Reads a body as multer and its like do, and leaves what a row says. */
  const uploads =
    (left: (body: string) => object): RequestHandler =>
    async (request, _, next) => {
      Object.assign(request, left(await text(request)));
      next();
    };

  test.each([
    { case: 'a file and fields', left: (file: string) => ({ file, body: { title: 't' } }) },
    { case: 'files, and no fields', left: (file: string) => ({ files: [file], body: {} }) },
    { case: 'fields only', left: () => ({ body: { title: 't' } }) },
    { case: 'a text that was decoded', left: (file: string) => ({ body: file }) },
    {
      case: 'a file that was no form',
      left: (file: string) => ({ file, body: { title: 't' } }),
      headers: { 'Content-Type': 'application/json' },
    },
    {
      case: 'nothing of bytes that it wrote elsewhere',
      left: () => ({ body: {} }),
      headers: { 'Content-Type': 'application/octet-stream' },
    },
  ])('is refused behind a parser that leaves $case', async ({ left, headers = multipart }) => {
    const url = await serve((guard) => app(uploads(left), guard.middleware, answersDone));

    const replies = [await post(url, form('a'), headers), await post(url, form('b'), headers)];

    for (const reply of replies) expect(reply).toMatch(/^500 .*put the guard before .* a parser of uploads/);
    expect(lines.at(-1)).toBe('The body was read before the guard saw it');
  });

  test.each([
    {
      case: 'behind a parser that leaves rawBody',
      chain: (guard: IdempotencyGuard) =>
        app(
          uploads((file) => ({ file, rawBody: Buffer.from(file) })),
          guard.middleware,
          answersDone,
        ),
    },
    {
      case: 'behind a parser that leaves its bytes',
      chain: (guard: IdempotencyGuard) => app(express.raw({ type: '*/*' }), guard.middleware, answersDone),
    },
    {
      case: 'before its parser',
      chain: (guard: IdempotencyGuard) =>
        app(
          guard.middleware,
          uploads((file) => ({ file })),
          answersDone,
        ),
    },
  ])('counts by its bytes $case', async ({ chain }) => {
    const url = await serve(chain);

    const replies = [];
    for (const file of ['a', 'a', 'b']) replies.push(await post(url, form(file), multipart));

    expect(replies.map((reply) => reply.slice(0, 8))).toEqual(['200 done', '200 done', '422 {"ty']);
  });
});

describe('a mounted router', () => {
  test('is told apart by the whole path', async () => {
    const url = await serve((guard) => {
      const made = express();
      for (const path of ['/a', '/b']) made.use(path, guard.middleware, answersBody);
      return made;
    });

    expect(await post(`${url}/a/charges`, '')).toMatch(/^200 /);
    expect(await post(`${url}/b/charges`, '')).toMatch(/^422 /);
  });
});

describe('middleware that rewrites responses', () => {
  /** Puts a mark around what is sent, as compression does its work: by methods of the response's own. */
  const marks: RequestHandler = (_, response, next) => {
    const end = response.end.bind(response) as (chunk: unknown) => typeof response;
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((status: number, ...rest: never[]) => {
      response.setHeader('ETag', 'marked');
      return writeHead(status, ...rest);
    }) as typeof response.writeHead;
    response.end = ((chunk: unknown) => end(`<${chunk}>`)) as typeof response.end;
    next();
  };
  const done: RequestHandler = (_, response) => void response.end('done');

  test.each([
    { case: 'before the guard', chain: (guard: IdempotencyGuard) => app(marks, guard.middleware, done) },
    { case: 'behind the guard', chain: (guard: IdempotencyGuard) => app(guard.middleware, marks, done) },
  ])('works on each answer once: $case', async ({ chain }) => {
    const url = await serve(chain);
    const headers = { 'Idempotency-Key': 'a' };

    const replies = [
      await fetch(url, { method: 'POST', headers }),
      await fetch(url, { method: 'POST', headers }),
    ];

    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['<done>', '<done>']);
    expect(replies.map((reply) => reply.headers.get('etag'))).toEqual(['marked', 'marked']);
  });
});

describe('headers of a replay', () => {
  let requests = 0;
  /** What middleware before the guard says of each request. */
  const perRequest: RequestHandler = (request, response, next) => {
    requests += 1;
    response.set({ 'X-Request': String(requests), Vary: 'Origin' });
    response.set('Access-Control-Allow-Origin', request.get('Origin') ?? '*');
    next();
  };
  const answers: RequestHandler = (_, response) => {
    response.set({ 'X-Content-Type-Options': 'nosniff', 'WWW-Authenticate': 'Bearer' });
    response.vary('Accept').cookie('session', '1').status(401).send('no');
  };

  test("are the handler's as they were, and those of middleware before the guard as they are now", async () => {
    const url = await serve((guard) => app(perRequest, guard.middleware, answers));
    const post = (Origin: string) =>
      fetch(url, { method: 'POST', headers: { 'Idempotency-Key': 'a', Origin } });

    const first = await post('https://a.example');
    const again = await post('https://b.example');

    const shared = {
      'x-content-type-options': 'nosniff',
      'www-authenticate': 'Bearer',
      vary: 'Origin, Accept',
    };
    expect(Object.fromEntries(first.headers)).toMatchObject({
      ...shared,
      'x-request': '1',
      'access-control-allow-origin': 'https://a.example',
      'set-cookie': 'session=1; Path=/',
    });
    expect(Object.fromEntries(again.headers)).toMatchObject({
      ...shared,
      'x-request': '2',
      'access-control-allow-origin': 'https://b.example',
      'idempotency-replayed': 'true',
    });
    expect(again.headers.get('set-cookie')).toBeNull();
  });
});
