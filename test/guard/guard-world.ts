import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { GuardDatabase, IdempotencyGuardOptions } from '../../lambda-handler/guard/guard-options';
import type { Idempotency } from '../../lambda-handler/guard/guarded-request';
import { idempotencyGuard } from '../../lambda-handler/guard/idempotency-guard';
import { isRunStore } from '../../lambda-handler/guard/option-problems';
import type { Clock } from '../../lambda-handler/protocol/clock';
import type { Severity } from '../../lambda-handler/protocol/log';
import type { RunRecord, RunStore } from '../../lambda-handler/protocol/run-store';
import { FirestoreRunStore } from '../../lambda-handler/stores/firestore-run-store';
import { SystemClock } from '../../lambda-handler/system-clock';
import { DEFAULT_COLLECTION } from '../../src/contract/record-fields';
import { idempotencyKeyId } from '../../src/contract/run-identity';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { GUARD_HOSTS, type GuardedHandler, type GuardedService, startService } from './guard-hosts';

/** What a caller heard; a connection that broke before an answer is `no answer`. */
export interface Reply {
  readonly status: number | 'no answer';
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Of a JSON answer. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A request as a test wants it on the wire. */
export interface ServiceRequest {
  /** As it is sent, quotes included; a list is sent as repeated headers. @default - none */
  readonly key?: string | readonly string[];
  /** @default POST */
  readonly method?: string;
  /** @default /charges */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default '{"cents":100}' */
  readonly body?: string | Buffer;
  /** Ends the request before its answer. */
  readonly signal?: AbortSignal;
}

/** A guarded service whose handler does what the test says for each key, and counts. */
export class GuardWorld {
  readonly lines: { readonly severity: Severity; readonly message: string; readonly fields: object }[] = [];
  private readonly handlers = new Map<string, GuardedHandler>();
  private readonly seen = new Map<string, Idempotency[]>();
  private service: GuardedService | undefined;
  private keys = 0;

  constructor(
    private readonly host: (typeof GUARD_HOSTS)[number]['host'],
    private readonly store: IdempotencyGuardOptions['store'],
    private readonly changes: Partial<IdempotencyGuardOptions> = {},
  ) {}

  /** Starts the service; `emulatorHost` is what it takes for Firestore. */
  async start(emulatorHost: string): Promise<void> {
    const before = process.env['FIRESTORE_EMULATOR_HOST'];
    process.env['FIRESTORE_EMULATOR_HOST'] = emulatorHost;
    const guard = idempotencyGuard({
      name: 'ledger',
      store: this.store,
      log: (severity, message, fields = {}) => this.lines.push({ severity, message, fields }),
      ...this.changes,
    });
    if (before === undefined) delete process.env['FIRESTORE_EMULATOR_HOST'];
    else process.env['FIRESTORE_EMULATOR_HOST'] = before;
    const host = GUARD_HOSTS.find(({ host }) => host === this.host);
    if (host === undefined) throw new Error(`there is no host ${this.host}`);
    this.service = await startService(
      host.listener(guard, (incoming, response) => this.handle(incoming, response)),
    );
  }

  async stop(): Promise<void> {
    await this.service?.stop();
  }

  /** A key that no other test has. */
  key(): string {
    return `key-${this.keys++}`;
  }

  /** Has requests under a key handled so; all others are answered 201. */
  on(key: string, handler: GuardedHandler): void {
    this.handlers.set(key, handler);
  }

  /** How often the handler was called for a key. */
  handled(key: string): number {
    return this.seen.get(key)?.length ?? 0;
  }

  /** What the handler was told at each call for a key. */
  told(key: string): readonly Idempotency[] {
    return this.seen.get(key) ?? [];
  }

  /** Sends one request on a connection of its own and waits for the answer, however long it takes. */
  send({
    key,
    method = 'POST',
    path = '/charges',
    headers = {},
    body = '{"cents":100}',
    signal,
  }: ServiceRequest) {
    return new Promise<Reply>((resolve) => {
      const url = `${this.service?.url}${path}`;
      const sent = request(url, { method, agent: false, signal });
      if (body !== '') sent.setHeader('Content-Type', 'application/json');
      if (method !== 'GET' && method !== 'HEAD') sent.setHeader('Content-Length', Buffer.byteLength(body));
      for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
      if (key !== undefined) sent.setHeader('Idempotency-Key', key);
      let isAnswered = false;
      sent.on('response', (response) => {
        isAnswered = true;
        const reply = (content: Buffer) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: content,
            json: jsonOf(content),
          });
        buffer(response).then(reply, () => reply(Buffer.alloc(0)));
      });
      sent.on('error', () => {
        if (!isAnswered) resolve({ status: 'no answer', headers: {}, body: Buffer.alloc(0), json: {} });
      });
      sent.end(method === 'GET' || method === 'HEAD' ? undefined : body);
    });
  }

  /** The record of a key, as the store has it; of callers that are told apart, this one's. */
  async record(key: string, caller = ''): Promise<RunRecord | undefined> {
    const clock = new SystemClock();
    const store = isRunStore(this.store) ? this.store : emulated(this.store, clock);
    const id = idempotencyKeyId({ guard: 'ledger', caller, key });
    return (await store.read(id, { untilMs: clock.monotonicMs() + 10_000 })).run?.record;
  }

  private handle(...[incoming, response]: Parameters<GuardedHandler>): unknown {
    const { idempotency } = incoming;
    const key = idempotency?.key ?? incoming.method ?? '';
    this.seen.set(key, [...(this.seen.get(key) ?? []), ...(idempotency === undefined ? [] : [idempotency])]);
    const handler = this.handlers.get(key);
    if (handler !== undefined) return handler(incoming, response);
    response.writeHead(201, { 'Content-Type': 'application/json', Location: `/charges/${key}` });
    return response.end(JSON.stringify({ charged: key, attempt: idempotency?.attempt }));
  }
}

/** The store at its source, past whatever the guard takes for it. */
function emulated({ project, database }: GuardDatabase, clock: Clock): RunStore {
  return new FirestoreRunStore({
    location: { kind: 'firestore', project, database, collection: DEFAULT_COLLECTION },
    emulatorHost: firestoreUnderTest().host,
    accessToken: () => Promise.reject(new Error('an emulator needs no token')),
    clock,
    random: () => 0.5,
  });
}

/** A database of the Firestore under test that no other test file has. */
export function databaseOf(name: string): GuardDatabase {
  return { project: 'demo-guard', database: `guard-${name}` };
}

function jsonOf(content: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(content.toString());
  } catch {
    return {};
  }
}
