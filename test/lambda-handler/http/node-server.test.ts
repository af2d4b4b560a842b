import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createNodeServer } from '../../../lambda-handler/http/node-server';
import { HEADERS, HttpWorld } from './http-world';

describe('createNodeServer', () => {
  let world: HttpWorld;
  let server: Server;
  let port: number;
  let work: Promise<void>[];

  beforeEach(async () => {
    world = new HttpWorld();
    work = [];
    server = createNodeServer(world.handle, (piece) => work.push(piece)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  function post(body?: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: HEADERS, body });
  }

  async function sendRaw(...lines: readonly string[]): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  }

  const headerLines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);

  test('answers a delivery with its body', async () => {
    const response = await post('{"region":"eu"}');

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ outcome: 'completed' });
    expect(world.deliveries[0]?.body.toString()).toBe('{"region":"eu"}');
  });

  test('sees a header that is sent twice', async () => {
    const second = 'x-cloudscheduler-jobname: another';

    const socket = await sendRaw('POST / HTTP/1.1', 'Host: x', ...headerLines, second, 'Connection: close');

    expect(await text(socket)).toContain('X-CloudScheduler-JobName must be sent once, got 2 of them');
  });

  test('refuses a body above 1 MB while it is still being sent, and closes the connection', async () => {
    const socket = await sendRaw('POST / HTTP/1.1', 'Host: x', ...headerLines, 'Content-Length: 9000000');

    socket.write(Buffer.alloc(1_000_001));

    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('connection: close');
    expect(world.deliveries).toEqual([]);
  });

  test('survives an upload that is cut off, and starts nothing for it', async () => {
    const socket = await sendRaw('POST / HTTP/1.1', 'Host: x', ...headerLines, 'Content-Length: 100');
    socket.write('{"reg');
    await once(server, 'request');

    socket.destroy();
    await Promise.all(work);

    expect(world.lines).toMatchObject([{ fields: { outcome: 'body-broken' } }]);
    expect((await post()).status).toBe(200);
    expect(world.deliveries).toHaveLength(1);
  });

  test('carries a delivery to its end when the client goes away', async () => {
    let finish = () => {};
    const begun = new Promise<void>((resolve) => {
      world.outcome = () => {
        resolve();
        return new Promise((settle) => {
          finish = () => settle({ kind: 'completed', runId: 'r', attempt: 1 });
        });
      };
    });
    const socket = await sendRaw('POST / HTTP/1.1', 'Host: x', ...headerLines, 'Content-Length: 0');
    await begun;

    socket.destroy();
    await once(socket, 'close');
    finish();
    await Promise.all(work);

    expect(world.lines).toMatchObject([{ fields: { outcome: 'completed' } }]);
  });

  test('keeps the process until the answer has left', async () => {
    await (await post()).text();

    await Promise.all(work);

    expect(work).toHaveLength(1);
  });
});
