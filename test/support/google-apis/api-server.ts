import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { GoogleApis } from './google-apis';

/** The APIs on the loopback interface. */
export interface ApiServer {
  /** `http://127.0.0.1:PORT`, as a proxy's `endpoint` takes it. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Puts the APIs on the loopback interface: one server for all of them, told apart by their paths. */
export async function startApiServer(apis: GoogleApis): Promise<ApiServer> {
  const server = createServer((request, response) => {
    answer(apis, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(apis: GoogleApis, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const asked = {
    method: request.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: request.headers as Record<string, string>,
    body: await text(request),
  };
  const given = await apis.answer(asked, url, gone.signal);
  if (given === 'cut') request.socket.destroy();
  else {
    const location = given.httpStatus >= 300 && given.httpStatus < 400 ? { location: '/elsewhere' } : {};
    response.writeHead(given.httpStatus, { 'content-type': 'application/json', ...location }).end(given.body);
  }
}
