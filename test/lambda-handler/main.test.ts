import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type HostProcess, startHandler } from '../../lambda-handler/main';
import { encodeJobs, encodeStore } from '../../src/contract/environment';
import { loadAuthLibrary } from '../support/auth-library';
import { startFirestoreStandIn } from '../support/firestore-stand-in';
import { HEADERS } from './http/http-world';
import { SETTINGS } from './protocol/protocol-world';

const STORE = { kind: 'firestore', project: 'billing-prod', database: 'dedup', collection: 'runs' } as const;
const ENVIRONMENT = { DSJ_JOBS: encodeJobs([SETTINGS]), DSJ_STORE: encodeStore(STORE) };

class FakeProcess extends EventEmitter implements HostProcess {
  readonly exits: number[] = [];
  readonly lines: Record<string, unknown>[] = [];
  readonly stdout = { write: (line: string) => this.lines.push(JSON.parse(line)) };

  constructor(readonly env: Readonly<Record<string, string>>) {
    super();
  }

  exit(code: number): void {
    this.exits.push(code);
  }
}

function logic() {}

describe('startHandler', () => {
  test('starts without a word and without touching the network', () => {
    const host = new FakeProcess(ENVIRONMENT);

    startHandler({ logics: { default: () => logic }, loadAuthLibrary }, host);

    expect(host.lines).toEqual([]);
    expect(host.exits).toEqual([]);
    expect(host.listenerCount('SIGTERM')).toBe(1);
  });

  test('names everything that is wrong in one line and exits with 1', () => {
    const jobs = encodeJobs([{ ...SETTINGS, leaseSeconds: 0, logic: 'hourly' }]);
    const host = new FakeProcess({ DSJ_JOBS: jobs, PORT: '80800' });

    const start = () => startHandler({ logics: { default: () => logic }, loadAuthLibrary }, host);

    expect(start).toThrow('the handler cannot start');
    expect(host.exits).toEqual([1]);
    expect(host.lines).toMatchObject([
      {
        severity: 'CRITICAL',
        message: 'the handler cannot start',
        problems: [
          'DSJ_JOBS.billing-prod/europe-west1.nightly-invoices.leaseSeconds must be seconds above 0, got 0',
          'DSJ_STORE must be set',
          'PORT must be between 0 and 65535, got "80800"',
        ],
        error: { code: 'BOOT' },
      },
    ]);
  });

  test.each([
    {
      case: 'is unknown',
      logics: { hourly: () => logic } as Record<string, () => unknown>,
      problem: "must be one of the handler's (hourly), got default",
    },
    {
      case: 'is no function',
      logics: { default: () => ({ default: 7 }) },
      problem: 'must be a function, got number',
    },
  ])('refuses to start when the logic of a job $case', ({ logics, problem }) => {
    const host = new FakeProcess(ENVIRONMENT);

    expect(() => startHandler({ logics, loadAuthLibrary }, host)).toThrow('the handler cannot start');
    expect(host.lines[0]?.['problems']).toEqual([expect.stringContaining(problem)]);
  });

  test('says where job logic threw while it was loaded', () => {
    const host = new FakeProcess(ENVIRONMENT);
    const load = () => {
      throw new TypeError('no such currency');
    };

    expect(() => startHandler({ logics: { default: load }, loadAuthLibrary }, host)).toThrow(
      'the handler cannot start',
    );

    expect(host.exits).toEqual([1]);
    expect(host.lines).toMatchObject([
      {
        severity: 'CRITICAL',
        problems: ['logic default must load without an error, got TypeError: no such currency'],
        error: { cause: { errors: [{ stack: expect.stringContaining('main.test.ts') }] } },
      },
    ]);
  });

  test.each(['65536', '-1', '80a', '1e3'])('refuses the port %s', (port) => {
    const host = new FakeProcess({ ...ENVIRONMENT, PORT: port });

    expect(() => startHandler({ logics: { default: () => logic }, loadAuthLibrary }, host)).toThrow(
      'the handler cannot start',
    );
  });

  test('serves deliveries from PORT, with the records in the emulator', async () => {
    const store = await startFirestoreStandIn();
    const host = new FakeProcess({ ...ENVIRONMENT, PORT: '0', FIRESTORE_EMULATOR_HOST: store.host });
    const server = startHandler(
      { logics: { default: () => ({ default: () => ({ invoices: 3 }) }) }, loadAuthLibrary },
      host,
    ).serve();
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const time = new Date(Date.now()).toISOString();
    const headers = { ...HEADERS, 'X-CloudScheduler-ScheduleTime': time };
    const post = async () => (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers })).json();

    const answers = [await post(), await post()];
    host.emit('SIGTERM', 'SIGTERM');
    if (server.listening) await once(server, 'close');
    await store.stop();

    expect(answers).toMatchObject([
      { outcome: 'completed', result: { invoices: 3 } },
      { outcome: 'already-completed', result: { invoices: 3 } },
    ]);
    expect(host.exits).toEqual([0]);
  });
});
