import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server that passes every request on and remembers it. */
export interface RecordingProxy {
  /** `HOST:PORT` of the proxy. */
  readonly host: string;
  /** The paths that were asked for, in order. */
  readonly paths: string[];
  stop(): Promise<void>;
}

/** Starts a proxy on the loopback interface in front of the server at `HOST:PORT`. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    passOn(target, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function passOn(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(`http://${target}${request.url}`, {
    method: request.method,
    headers: {
      authorization: request.headers.authorization ?? '',
      'content-type': request.headers['content-type'] ?? '',
    },
    body: new Uint8Array(await buffer(request)),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}
