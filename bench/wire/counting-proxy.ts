import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startRecordingProxy } from '../../test/support/recording-proxy';
import { StreamCounter } from './stream-counter';

/** A server that passes every request on and counts it. */
export interface CountingProxy {
  /** `HOST:PORT` of the proxy. */
  readonly host: string;
  /** The requests so far. */
  count(): number;
  stop(): Promise<void>;
}

/** Counts the HTTP/1.1 requests to the server at `HOST:PORT`: how the product speaks to Firestore. */
export async function countHttpRequests(target: string): Promise<CountingProxy> {
  const { host, paths, stop } = await startRecordingProxy(target);
  return { host, count: () => paths.length, stop };
}

/** Counts the gRPC calls to the server at `HOST:PORT`: how the peers speak to Firestore. */
export async function countGrpcCalls(target: string): Promise<CountingProxy> {
  const counters: StreamCounter[] = [];
  const sockets = new Set<Socket>();
  const [host, port] = target.split(':');
  const server = createServer((client) => {
    const upstream = connect({ host, port: Number(port) });
    const counter = new StreamCounter();
    counters.push(counter);
    client.on('data', (bytes) => counter.take(bytes));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => counters.reduce((sum, { count }) => sum + count, 0),
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
