import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nodeFetch } from '../../lambda-handler/proxies/node-fetch';
import type { ProxyRequest } from '../../lambda-handler/proxies/proxy-port';
import { makeFetchImpatient } from '../support/impatient-fetch';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/close`;
}

function request(more: Partial<ProxyRequest> = {}): ProxyRequest {
  const { signal } = new AbortController();
  return { method: 'POST', headers: new Headers(), signal, redirect: 'manual', ...more };
}

/** Serves answers that begin and never end, and tells when their connections are closed. */
async function serveOpen(): Promise<readonly [url: string, closed: readonly Promise<unknown>[]]> {
  const closed: Promise<unknown>[] = [];
  const url = await serve((_, response) => {
    closed.push(once(response, 'close'));
    response.write('a');
  });
  return [url, closed];
}

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers with what has arrived. */
const echo: RequestListener = async (asked, response) => {
  const { method, url, headers } = asked;
  response.end(JSON.stringify({ method, url, headers, body: await text(asked) }));
};

describe('nodeFetch', () => {
  test.each<{ case: string; body?: ProxyRequest['body']; length: string | undefined; method: string }>([
    { case: 'a text', method: 'POST', body: '{"name":"Zoë"}', length: '15' },
    { case: 'bytes', method: 'PUT', body: new Uint8Array([65, 66]), length: '2' },
    { case: 'bytes with DELETE', method: 'DELETE', body: new Uint8Array([65, 66]), length: '2' },
    { case: 'an empty body', method: 'POST', body: new Uint8Array(), length: '0' },
    { case: 'no body', method: 'GET', length: undefined },
  ])('sends $case with its length and its headers', async ({ method, body, length }) => {
    const url = await serve(echo);
    const headers = new Headers({ authorization: 'Bearer token', 'X-Team': 'billing' });

    const response = await nodeFetch(`${url}?month=10`, request({ method, headers, body }));

    const { headers: received, ...rest } = (await response.json()) as Echo;
    expect(rest).toEqual({
      method,
      url: '/close?month=10',
      body: body === undefined ? '' : Buffer.from(body as string).toString(),
    });
    expect(received).toMatchObject({ authorization: 'Bearer token', 'x-team': 'billing' });
    expect(received['content-length']).toBe(length);
  });

  test('lets the headers of a request go before its own', async () => {
    const url = await serve(echo);

    const bare = (await (await nodeFetch(url, request())).json()) as Echo;
    const headers = new Headers({ Accept: 'text/csv' });
    const own = (await (await nodeFetch(url, request({ headers }))).json()) as Echo;

    expect(bare.headers).toMatchObject({ accept: '*/*', 'user-agent': 'cdktf-deduped-scheduler' });
    expect(own.headers).toMatchObject({ accept: 'text/csv', 'user-agent': 'cdktf-deduped-scheduler' });
  });

  test('gives status, headers and body of an answer', async () => {
    const url = await serve((_, response) => {
      response.writeHead(409, { 'Retry-After': '30' }).end('held');
    });

    const response = await nodeFetch(new URL(url), request());

    expect(response.status).toBe(409);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(await response.text()).toBe('held');
  });

  test.each([204, 205, 304])('takes %i, which has no body', async (status) => {
    const url = await serve((_, response) => void response.writeHead(status).end());

    const response = await nodeFetch(url, request());

    expect([response.status, response.body]).toEqual([status, null]);
  });

  test('does not follow a redirect', async () => {
    const paths: unknown[] = [];
    const url = await serve((asked, response) => {
      paths.push(asked.url);
      response.writeHead(307, { location: '/elsewhere' }).end('moved');
    });

    const response = await nodeFetch(url, request());

    expect([response.status, await response.text(), paths]).toEqual([307, 'moved', ['/close']]);
  });

  describe('beside the fetch of the runtime, here with limits of 50 ms', () => {
    let makePatient: () => void;

    beforeEach(() => {
      makePatient = makeFetchImpatient(50);
    });

    afterEach(() => makePatient());

    test('waits for an answer longer than that', async () => {
      const held: ServerResponse[] = [];
      const url = await serve((_, response) => void held.push(response));
      const patient = nodeFetch(url, request());

      await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
      for (const response of held) response.end('done');

      expect(await (await patient).text()).toBe('done');
    });

    test('waits for the rest of an answer longer than that', async () => {
      const held: ServerResponse[] = [];
      const url = await serve((_, response) => {
        held.push(response);
        response.write('do');
      });
      const patient = await nodeFetch(url, request());
      const body = patient.text();

      const impatient = await fetch(url);
      await expect(impatient.text()).rejects.toMatchObject({ cause: { code: 'UND_ERR_BODY_TIMEOUT' } });
      for (const response of held) response.end('ne');

      expect(await body).toBe('done');
    });
  });

  test('rejects with the signal while no answer comes', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());

    const answered = nodeFetch(url, request({ signal: controller.signal }));

    await expect(answered).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('breaks an answer off with the signal', async () => {
    const controller = new AbortController();
    const url = await serve((_, response) => void response.writeHead(200).write('{'));
    const response = await nodeFetch(url, request({ signal: controller.signal }));
    const body = response.text();

    controller.abort();

    await expect(body).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test.each<{ case: string; answer: RequestListener }>([
    { case: 'before the answer', answer: (asked) => asked.socket.destroy() },
    {
      case: 'in the middle of the answer',
      answer: (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{');
        setImmediate(() => response.destroy());
      },
    },
  ])('rejects when the connection breaks $case', async ({ answer }) => {
    const url = await serve(answer);

    const answered = nodeFetch(url, request()).then((response) => response.text());

    await expect(answered).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('rejects when the connection has broken before the answer is read', async () => {
    const [url, closed] = await serveOpen();
    const response = await nodeFetch(url, request());
    server?.closeAllConnections();
    await Promise.all(closed);
    await nextTurn();

    await expect(response.text()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('rejects a status that HTTP does not have', async () => {
    const url = await serve((asked) => void asked.socket.end('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'));

    await expect(nodeFetch(url, request())).rejects.toMatchObject({ name: 'RangeError' });
  });

  test.each<{ case: string; cancel: (response: Response) => unknown }>([
    { case: 'unread', cancel: ({ body }) => body?.cancel() },
    {
      case: 'read in part',
      cancel: async ({ body }) => {
        for await (const _ of body ?? []) break;
      },
    },
  ])('closes the connection of an answer that is cancelled $case', async ({ cancel }) => {
    const [url, closed] = await serveOpen();

    await cancel(await nodeFetch(url, request()));

    await expect(Promise.all(closed)).resolves.toHaveLength(1);
  });
});
