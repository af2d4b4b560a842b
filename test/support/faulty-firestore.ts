import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FirestoreServer } from './firestore-stand-in';

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** What becomes of one request; `forward` has the real Firestore carry it out. */
export type Treatment = (forward: () => Promise<Reply>, response: ServerResponse) => Promise<void>;

/** The treatment of a document's requests, by how many came before. */
export type Script = (index: number) => Treatment;

/** A Firestore that fails as it is told, in front of one that does not. */
export interface FaultyFirestore extends FirestoreServer {
  /** How many requests have come. */
  readonly requestCount: () => number;
  /** Follows a script for the requests about one document; all others are forwarded. */
  treat(documentId: string, script: Script): void;
}

/** Starts it on the loopback interface, in front of the Firestore at `target`. */
export async function startFaultyFirestore(target: string): Promise<FaultyFirestore> {
  const scripts = new Map<string, { readonly script: Script; seen: number }>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = await text(request);
    const entry = [...scripts].find(([documentId]) => body.includes(documentId))?.[1];
    const treatment = entry?.script(entry.seen++) ?? pass;
    await treatment(() => forwarded(target, request, body), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestCount: () => requests,
    treat: (documentId, script) => void scripts.set(documentId, { script, seen: 0 }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Nothing goes wrong. */
export const pass: Treatment = async (forward, response) => reply(response, await forward());

/** No answer, and nothing is carried out. */
export const silence: Treatment = async () => {};

/** The connection breaks, and nothing is carried out. */
export const cut: Treatment = async (_, response) => void response.destroy();

/** The request is carried out; what the caller hears of it is up to `heard`. */
export function done(heard: Treatment): Treatment {
  return async (forward, response) => {
    await forward();
    await heard(forward, response);
  };
}

/** An error as Google's APIs write it; nothing is carried out. */
export function apiError(status: number, name: string): Treatment {
  const error = { code: status, status: name, message: 'as scripted' };
  return answer(status, JSON.stringify({ error }));
}

/** Any other answer; nothing is carried out. */
export function answer(status: number, body: string): Treatment {
  return async (_, response) => reply(response, { status, body });
}

function reply(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

async function forwarded(target: string, { url, headers }: IncomingMessage, body: string): Promise<Reply> {
  const response = await fetch(`http://${target}${url}`, {
    method: 'POST',
    headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, body: await response.text() };
}
