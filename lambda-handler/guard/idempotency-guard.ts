import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEFAULT_COLLECTION } from '../../src/contract/record-fields';
import type { Clock } from '../protocol/clock';
import type { RunStore } from '../protocol/run-store';
import { FIRESTORE_SCOPE, FirestoreRunStore } from '../stores/firestore-run-store';
import { googleAccessToken } from '../stores/google-access-token';
import { MemoryRunStore } from '../stores/memory-run-store';
import { structuredLog } from '../structured-log';
import { SystemClock } from '../system-clock';
import { answerRequest } from './answer-request';
import { type GuardDatabase, guardSettings, type IdempotencyGuardOptions } from './guard-options';
import type { Guarded } from './guarded-request';
import { HeldResponse } from './held-response';
import { isRunStore } from './option-problems';

/** Has each request of a service handled once under its `Idempotency-Key`. */
export interface IdempotencyGuard {
  /**
   * Guards a listener of `node:http`, or an HTTP function of functions-framework.
   *
   * @example
   * createServer(guard.wrap(async (req, res) => { … })).listen(8080);
   */
  wrap<Request extends IncomingMessage, Response extends ServerResponse>(
    listener: (request: Request & Guarded, response: Response) => unknown,
  ): (request: Request, response: Response) => Promise<void>;
  /**
   * Guards what follows in a chain of Express. Before or after a body parser; after what decides who may call, so that
   * a refusal is not kept. Express does not know what the guard leaves on a request: a handler in TypeScript says so.
   *
   * @example
   * app.post('/charges', guard.middleware, (req: Request & Guarded, res: Response) => { … });
   */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** Safe methods ask for no effect. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/**
 * Makes a guard for the requests of a service: the same claim protocol that runs of a job go through.
 *
 * `GET`, `HEAD`, `OPTIONS` and `TRACE` pass unguarded, since they ask for no effect. Every other method needs a key. The
 * draft speaks of `POST` and `PATCH`; `PUT` and `DELETE` are idempotent when they are repeated at once, but a duplicate
 * that comes late undoes what was written in between.
 *
 * @throws BootError `BOOT` with every option that is wrong in `details.problems`
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function idempotencyGuard(options: IdempotencyGuardOptions): IdempotencyGuard {
  const settings = guardSettings(options);
  const clock = new SystemClock();
  const port = {
    clock,
    store: isRunStore(options.store) ? options.store : firestoreOf(options.store, clock),
    log: options.log ?? structuredLog((line) => process.stdout.write(line)),
    randomUUID,
  };
  const guarded = (request: IncomingMessage, response: ServerResponse, handler: () => unknown) =>
    answerRequest(port, settings, request, new HeldResponse(response), handler);
  const isSafe = ({ method = '' }: IncomingMessage) => SAFE_METHODS.includes(method);
  return {
    wrap: (listener) => async (request, response) => {
      if (isSafe(request)) await listener(request, response);
      else await guarded(request, response, () => listener(request, response));
    },
    middleware: (request, response, next) => {
      if (isSafe(request)) next();
      else void guarded(request, response, next);
    },
  };
}

/** Keeps records in this process, for tests of a service; nothing survives it. */
export function memoryStore(): RunStore {
  return new MemoryRunStore(new SystemClock());
}

function firestoreOf(
  { project, database, collection = DEFAULT_COLLECTION }: GuardDatabase,
  clock: Clock,
): RunStore {
  return new FirestoreRunStore({
    location: { kind: 'firestore', project, database, collection },
    emulatorHost: process.env['FIRESTORE_EMULATOR_HOST'] || undefined,
    accessToken: googleAccessToken(FIRESTORE_SCOPE, () => import('google-auth-library')),
    clock,
    random: Math.random,
  });
}
