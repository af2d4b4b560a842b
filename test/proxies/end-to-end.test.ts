import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Handler, type HostProcess, startHandler } from '../../lambda-handler/main';
import * as cloudRunJob from '../../lambda-handler/proxies/cloud-run-job';
import * as http from '../../lambda-handler/proxies/http';
import * as workflowExecution from '../../lambda-handler/proxies/workflow-execution';
import { SystemClock } from '../../lambda-handler/system-clock';
import { encodeJobs, encodeStore } from '../../src/contract/environment';
import { HEADERS } from '../lambda-handler/http/http-world';
import { SETTINGS } from '../lambda-handler/protocol/protocol-world';
import { loadAuthLibrary } from '../support/auth-library';
import { type FirestoreServer, startFirestoreStandIn } from '../support/firestore-stand-in';
import { type ApiServer, startApiServer } from '../support/google-apis/api-server';
import { apiError, GoogleApis } from '../support/google-apis/google-apis';
import { HTTP, RUN_JOB, WORKFLOW } from '../support/proxies';

const STORE = { kind: 'firestore', project: 'billing-prod', database: 'dedup', collection: 'runs' } as const;
const JOBS = ['workflow', 'run-job', 'ledger'];

class QuietProcess extends EventEmitter implements HostProcess {
  readonly lines: Record<string, unknown>[] = [];
  readonly stdout = { write: (line: string) => this.lines.push(JSON.parse(line)) };

  constructor(readonly env: Readonly<Record<string, string>>) {
    super();
  }

  exit(): void {}
}

/** Proxies are not to have the runtime's `fetch`, which gives up after 300 s. */
function withoutFetch<T>(start: () => T): T {
  const original = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new Error('gives up after 300 s'));
  try {
    return start();
  } finally {
    globalThis.fetch = original;
  }
}

describe('a handler with built-in job logic', () => {
  const apis = new GoogleApis(new SystemClock());
  let apiServer: ApiServer;
  let store: FirestoreServer;
  let host: QuietProcess;
  let server: ReturnType<Handler['serve']>;
  let runs = 0;

  beforeAll(async () => {
    [apiServer, store] = await Promise.all([startApiServer(apis), startFirestoreStandIn()]);
    const endpoint = apiServer.origin;
    host = new QuietProcess({
      DSJ_JOBS: encodeJobs(JOBS.map((name) => ({ ...SETTINGS, jobName: name, logic: name }))),
      DSJ_STORE: encodeStore(STORE),
      DSJ_PROXIES: JSON.stringify({
        workflow: { ...WORKFLOW, endpoint },
        'run-job': { ...RUN_JOB, endpoint },
        ledger: { ...HTTP, url: `${endpoint}/close` },
      }),
      FIRESTORE_EMULATOR_HOST: store.host,
      PORT: '0',
    });
    const logics = { workflow: () => workflowExecution, 'run-job': () => cloudRunJob, ledger: () => http };
    server = withoutFetch(() => startHandler({ logics, loadAuthLibrary }, host)).serve();
    await once(server, 'listening');
  });

  afterAll(async () => {
    host.emit('SIGTERM', 'SIGTERM');
    if (server.listening) await once(server, 'close');
    await Promise.all([apiServer.stop(), store.stop()]);
  });

  /** A run of a job: each call delivers it once more, as Cloud Scheduler does. */
  function runOf(jobName: string): (body?: string) => Promise<{ status: number; body: any }> {
    const time = new Date(Date.now() - 1_000 * ++runs).toISOString();
    const headers = {
      ...HEADERS,
      'X-CloudScheduler-JobName': jobName,
      'X-CloudScheduler-ScheduleTime': time,
      'content-type': 'application/json',
    };
    return async (body = '') => {
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    };
  }

  test('starts a workflow once for a delivery and its duplicate', async () => {
    const before = apis.workflows.entries.length;
    const deliver = runOf('workflow');

    const answers = [await deliver(), await deliver()];

    const [started] = apis.workflows.entries;
    const result = { execution: started?.name, adopted: false };
    expect(answers).toMatchObject([
      { status: 200, body: { outcome: 'completed', result } },
      { status: 200, body: { outcome: 'already-completed', result } },
    ]);
    expect(apis.workflows.entries).toHaveLength(before + 1);
  });

  test('adopts the execution of a job whose start was answered by a broken connection', async () => {
    const before = apis.jobs.entries.length;
    apis.fail('start', 'answer-lost');

    const answer = await runOf('run-job')();

    const [started] = apis.jobs.entries;
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { execution: started?.name, adopted: true } },
    });
    expect(apis.jobs.entries).toHaveLength(before + 1);
  });

  test('starts a workflow with the retry of a refused attempt', async () => {
    const before = apis.workflows.entries.length;
    apis.fail('start', apiError(429, 'RESOURCE_EXHAUSTED'));
    const deliver = runOf('workflow');

    const answers = [await deliver(), await deliver()];

    expect(answers).toMatchObject([
      { status: 500, body: { outcome: 'failed' } },
      { status: 200, body: { outcome: 'completed', attempt: 2, result: { adopted: false } } },
    ]);
    expect(apis.workflows.entries).toHaveLength(before + 1);
  });

  test('forwards a delivery under one key in every attempt', async () => {
    apis.fail('receive', 'answer-lost');
    const deliver = runOf('ledger');

    const answers = [await deliver('{"month":"2026-10"}'), await deliver('{"month":"2026-10"}')];

    const received = apis.requests.filter(({ kind }) => kind === 'receive');
    expect(answers.map(({ status }) => status)).toEqual([500, 200]);
    expect(received.map(({ body }) => body)).toEqual(['{"month":"2026-10"}', '{"month":"2026-10"}']);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^t[0-9a-f]{40}$/),
    });
  });

  test('does not follow a redirect', async () => {
    const before = apis.count('receive');
    apis.fail('receive', { httpStatus: 307, body: 'moved' });

    const answer = await runOf('ledger')('{}');

    expect(answer).toMatchObject({ status: 422, body: { outcome: 'permanently-failed' } });
    expect(apis.count('receive')).toBe(before + 1);
  });
});
