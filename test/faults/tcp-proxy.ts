import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What becomes of one request on its way. */
export interface Treatment {
  /** Called when the request is here and has gone no further. */
  readonly arrived?: () => void;
  /** The request goes on to the store. */
  readonly isSent: boolean;
  /** Called when it has been sent on, or not. */
  readonly sent?: (client: Socket) => void;
  /** Called with each piece of the store's answer. */
  readonly answered: (bytes: Buffer, client: Socket) => void;
}

const drop = () => undefined;

/** Nothing goes wrong. */
export const pass: Treatment = { isSent: true, answered: (bytes, client) => void client.write(bytes) };

/** The ways in which a connection can fail, at the level of TCP. */
export const TCP_FAULTS = {
  'cut before the request arrives': { isSent: false, sent: (client) => client.destroy(), answered: drop },
  'cut after the request': { isSent: true, sent: (client) => client.destroy(), answered: drop },
  'cut before the answer': { isSent: true, answered: (_, client) => client.destroy() },
  'cut in the middle of the answer': {
    isSent: true,
    answered: (bytes, client) => client.end(bytes.subarray(0, bytes.length / 2)),
  },
  'delayed answer': {
    isSent: true,
    answered: (bytes, client) => setTimeout(() => client.write(bytes), 1_500),
  },
  'half-open before the request': { isSent: false, answered: drop },
  'half-open before the answer': { isSent: true, answered: drop },
} satisfies Record<string, Treatment>;

export type TcpFault = keyof typeof TCP_FAULTS;

/** Treatments of a document's requests, by how many came before. */
export type Script = (index: number) => Treatment;

/** A TCP proxy in front of a Firestore. */
export interface TcpProxy {
  /** `HOST:PORT` of the proxy. */
  readonly host: string;
  /** Follows a script for the requests about one document; all others pass. */
  treat(documentId: string, script: Script): void;
  /** Breaks all connections and takes no new ones, or takes them again. */
  setDown(isDown: boolean): void;
  /** Sends what comes from now on to another `HOST:PORT`. */
  retarget(target: string): void;
  /** Connections that are open to it. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** Starts a proxy on the loopback interface. */
export async function startTcpProxy(firstTarget: string): Promise<TcpProxy> {
  const scripts = new Map<string, { readonly script: Script; seen: number }>();
  const clients = new Set<Socket>();
  let target = firstTarget;
  let isDown = false;
  const treatmentOf = (request: Buffer): Treatment => {
    const text = request.toString('latin1');
    const entry = [...scripts].find(([documentId]) => text.includes(documentId))?.[1];
    return entry?.script(entry.seen++) ?? pass;
  };
  const server = createServer((client) => {
    if (isDown) return void client.destroy();
    clients.add(client);
    const [host, port] = target.split(':');
    const upstream = connect({ host, port: Number(port) });
    let treatment = pass;
    let received = Buffer.alloc(0);
    client.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (!isWhole(received)) return;
      const request = received;
      received = Buffer.alloc(0);
      treatment = treatmentOf(request);
      treatment.arrived?.();
      if (treatment.isSent) upstream.write(request);
      treatment.sent?.(client);
    });
    upstream.on('data', (bytes) => treatment.answered(bytes, client));
    // What the store still has to carry out is not taken back by a client that is gone.
    client.on('close', () => {
      clients.delete(client);
      upstream.end();
    });
    upstream.on('close', () => client.destroy());
    for (const socket of [client, upstream]) socket.on('error', drop);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const client of clients) client.destroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    treat: (documentId, script) => void scripts.set(documentId, { script, seen: 0 }),
    setDown(down) {
      isDown = down;
      if (down) breakAll();
    },
    retarget(to) {
      target = to;
    },
    connections: () => clients.size,
    async stop() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Whether the bytes hold one whole HTTP request; requests come one after the other. */
function isWhole(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, headEnd))?.[1] ?? '0';
  return bytes.length >= headEnd + 4 + Number(length);
}
