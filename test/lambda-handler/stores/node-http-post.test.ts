import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { nodeHttpPost } from '../../../lambda-handler/stores/node-http-post';

let server: Server | undefined;
let sockets: Set<Socket>;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  sockets = new Set();
  server = createServer(answer).on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/runs:commit`;
}

const REQUEST = { headers: { authorization: 'Bearer token' }, body: '{"name":"Zoë"}' };
const never = () => new AbortController().signal;

describe('nodeHttpPost', () => {
  test('sends the text with its headers and its length, and gives the answer', async () => {
    const url = await serve(async (request, response) => {
      const { method, url: path, headers } = request;
      const seen = { method, path, authorization: headers.authorization, length: headers['content-length'] };
      response.writeHead(409).end(JSON.stringify({ ...seen, body: await text(request) }));
    });

    const answer = await nodeHttpPost({ ...REQUEST, url, signal: never() });

    expect({ ...answer, text: JSON.parse(answer.text) }).toEqual({
      status: 409,
      text: {
        method: 'POST',
        path: '/v1/runs:commit',
        authorization: 'Bearer token',
        length: '15',
        body: REQUEST.body,
      },
    });
  });

  test('gives characters whole that come in parts', async () => {
    const bytes = Buffer.from('é');
    const url = await serve((_, response) => {
      response.write(bytes.subarray(0, 1));
      setImmediate(() => response.end(bytes.subarray(1)));
    });

    expect(await nodeHttpPost({ ...REQUEST, url, signal: never() })).toEqual({ status: 200, text: 'é' });
  });

  test('keeps its connection for the next request', async () => {
    const url = await serve((_, response) => void response.end());
    await nodeHttpPost({ ...REQUEST, url, signal: never() });
    await nodeHttpPost({ ...REQUEST, url, signal: never() });

    expect(sockets.size).toBe(1);
  });

  test.each<{ case: string; answer: RequestListener }>([
    { case: 'before the answer', answer: (request) => request.socket.destroy() },
    {
      case: 'in the middle of the answer',
      answer: (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{');
        setImmediate(() => response.destroy());
      },
    },
  ])('rejects when the connection breaks $case', async ({ answer }) => {
    const url = await serve(answer);

    const answered = nodeHttpPost({ ...REQUEST, url, signal: never() });

    await expect(answered).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test.each<{ case: string; answer: (giveUp: () => void) => RequestListener }>([
    { case: 'while no answer comes', answer: (giveUp) => giveUp },
    {
      case: 'in the middle of the answer',
      answer: (giveUp) => (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{', giveUp);
      },
    },
  ])('rejects when the signal fires $case', async ({ answer }) => {
    const controller = new AbortController();
    const url = await serve(answer(() => controller.abort()));

    const answered = nodeHttpPost({ ...REQUEST, url, signal: controller.signal });

    await expect(answered).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('rejects when nobody listens', async () => {
    const url = await serve(() => {});
    server?.close();

    const answered = nodeHttpPost({ ...REQUEST, url, signal: never() });

    await expect(answered).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
