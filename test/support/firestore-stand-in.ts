import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../lambda-handler/protocol/clock';
import { EMULATOR_TOKEN } from '../../lambda-handler/stores/access-token';
import { SystemClock } from '../../lambda-handler/system-clock';
import { ApiFault, StandInDocuments } from './firestore-stand-in-documents';

/** A server that speaks Firestore's REST API. */
export interface FirestoreServer {
  /** `HOST:PORT`, as `FIRESTORE_EMULATOR_HOST` takes it. */
  readonly host: string;
  stop(): Promise<void>;
}

const CALL_PATH = /^\/v1\/projects\/[^/]+\/databases\/[^/]+\/documents:(commit|batchGet)$/;

/**
 * Starts a stand-in for the Firestore emulator on the loopback interface, for machines without Java.
 *
 * It knows `documents:commit` and `documents:batchGet`, keeps everything in memory, and is held to the
 * contract suite of the stores and to the emulator's own answers.
 */
export async function startFirestoreStandIn(clock: Clock = new SystemClock()): Promise<FirestoreServer> {
  const documents = new StandInDocuments(clock);
  const server = createServer((request, response) => {
    answer(documents, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  documents: StandInDocuments,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const method = request.method === 'POST' ? CALL_PATH.exec(decodeURI(request.url ?? ''))?.[1] : undefined;
  if (request.method === 'GET' && request.url === '/') {
    response.end('Ok\n');
  } else if (method === undefined) {
    response.writeHead(404).end('Not Found\n');
  } else {
    const [httpStatus, content] = call(documents, method, body, request.headers.authorization);
    response.writeHead(httpStatus, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  }
}

function call(
  documents: StandInDocuments,
  method: string,
  body: string,
  authorization: string | undefined,
): readonly [httpStatus: number, content: unknown] {
  try {
    if (authorization !== `Bearer ${EMULATOR_TOKEN}`) {
      throw new ApiFault(400, 'INVALID_ARGUMENT', 'invalid jwt');
    }
    const request = parse(body);
    return [200, method === 'commit' ? documents.commit(request) : documents.batchGet(request)];
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    return [error.code, { error: { code: error.code, message: error.message, status: error.status } }];
  }
}

function parse(body: string): Readonly<Record<string, unknown>> {
  try {
    const request: unknown = JSON.parse(body);
    if (typeof request === 'object' && request !== null) return request as Record<string, unknown>;
  } catch {
    // Answered like every other body that is no request.
  }
  throw new ApiFault(400, 'INVALID_ARGUMENT', "Payload isn't valid for request.");
}
