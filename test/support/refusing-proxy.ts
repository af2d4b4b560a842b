import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that lets nothing through, for a process that would otherwise call the world. */
export interface RefusingProxy {
  readonly url: string;
  /** The first `HOST:PORT` that a connection was wanted to. */
  readonly firstWanted: Promise<string>;
  stop(): Promise<void>;
}

/** Starts a proxy on the loopback interface that refuses every connection. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  const server = createServer();
  const firstWanted = new Promise<string>((resolve) => {
    server.on('connect', (request, socket) => {
      resolve(request.url ?? '');
      // Who was refused may hang up first.
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    firstWanted,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
