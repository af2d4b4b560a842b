import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { HEADER } from '../../src/contract/header-names';
import cases from '../support/cases.json';
import { type FaultyFirestore, startFaultyFirestore } from '../support/faulty-firestore';
import { firestoreUnderTest } from '../support/firestore-under-test';
import type { FunctionHost } from '../support/function-host';
import type { SchedulerRequest } from '../support/scheduler-request';
import { until } from '../support/until';
import { HOSTS, HostWorld, type Run } from './host-world';

const IDENTIFYING = [HEADER.JOB_NAME, HEADER.SCHEDULE_TIME, HEADER.PROJECT, HEADER.LOCATION];
const MEGABYTE = 1_000_000;

/** A request that is a good delivery but for what is changed. */
interface Row {
  readonly case: string;
  readonly status: number;
  readonly method?: string;
  readonly headers?: SchedulerRequest['headers'];
  readonly without?: string;
  readonly body?: string | Buffer;
  /** Part of the answer's message. */
  readonly says?: string;
}

const HEADER_ROWS: readonly Row[] = IDENTIFYING.flatMap((name) => [
  { case: `no ${name}`, status: 400, without: name, says: `${name} must be sent, got nothing` },
  { case: `an empty ${name}`, status: 400, headers: { [name]: '' }, says: `${name} must not be empty` },
  {
    case: `two ${name}`,
    status: 400,
    headers: { [name]: ['a', 'a'] },
    says: `${name} must be sent once, got 2 of them`,
  },
  {
    case: `a ${name} of 501 characters`,
    status: 400,
    headers: { [name]: 'a'.repeat(501) },
    says: `${name} must have at most`,
  },
  // Node itself refuses it, before any handler.
  { case: `a ${name} of 20,000 characters`, status: 431, headers: { [name]: 'a'.repeat(20_000) } },
]);

const TIME_ROWS: readonly Row[] = cases.badScheduleTime
  .filter((time) => time !== '')
  .map((time) => ({
    case: `the schedule time ${JSON.stringify(time)}`,
    status: 400,
    headers: { [HEADER.SCHEDULE_TIME]: time },
    says: `${HEADER.SCHEDULE_TIME} must be an RFC 3339 time`,
  }));

const OTHER_ROWS: readonly Row[] = [
  { case: 'another project', status: 403, headers: { [HEADER.PROJECT]: 'billing-test' } },
  { case: 'another location', status: 403, headers: { [HEADER.LOCATION]: 'us-east1' } },
  { case: 'a job that is unknown', status: 403, headers: { [HEADER.JOB_NAME]: 'constructor' } },
  { case: 'GET', status: 405, method: 'GET' },
  { case: 'HEAD', status: 405, method: 'HEAD' },
  { case: 'PUT', status: 405, method: 'PUT', body: 'returns' },
  { case: 'DELETE', status: 405, method: 'DELETE' },
  { case: 'a body above 1 MB', status: 413, body: Buffer.alloc(MEGABYTE + 1, 'x') },
  {
    case: 'a body above 1 MB in chunks, without a length',
    status: 413,
    headers: { 'Transfer-Encoding': 'chunked' },
    body: Buffer.alloc(MEGABYTE + 1, 'x'),
  },
];

/** What the framework's own parsers refuse; a handler of our own takes the bytes as they are. */
const FRAMEWORK_ROWS: readonly Row[] = [
  {
    case: 'JSON that is broken',
    status: 400,
    headers: { 'Content-Type': 'application/json' },
    body: '{"region":',
  },
  {
    case: 'an unknown charset',
    status: 415,
    headers: { 'Content-Type': 'application/json; charset=klingon' },
    body: '{}',
  },
  { case: 'an unknown encoding', status: 415, headers: { 'Content-Encoding': 'klingon' }, body: 'returns' },
  { case: 'a broken encoding', status: 400, headers: { 'Content-Encoding': 'gzip' }, body: 'returns' },
];

describe.each(HOSTS)('a bad request under $host', ({ host }) => {
  let firestore: FaultyFirestore;
  let world: HostWorld;
  let handler: FunctionHost;
  let requestsBefore: number;

  beforeAll(async () => {
    firestore = await startFaultyFirestore(firestoreUnderTest().host);
    world = new HostWorld(`bad-requests-${host}`, {}, firestore.host);
    handler = await world.start(host);
  });

  beforeEach(() => {
    requestsBefore = firestore.requestCount();
  });

  afterAll(async () => {
    await world.stop();
    await firestore.stop();
  });

  function deliverRow(run: Run, row: Row) {
    const headers = Object.entries({
      'Content-Type': 'application/octet-stream',
      ...run.headers,
      ...row.headers,
    });
    return world.deliver(handler, run, 'returns', {
      method: row.method,
      headers: Object.fromEntries(headers.filter(([name]) => name !== row.without)),
      body: row.body,
    });
  }

  const refused = [...HEADER_ROWS, ...TIME_ROWS, ...OTHER_ROWS];

  test.each(host === 'plain' ? refused : [...refused, ...FRAMEWORK_ROWS])(
    'is answered $status without a look at the store: $case',
    async (row) => {
      const run = world.run();

      const answer = await deliverRow(run, row);

      expect(answer.status).toBe(row.status);
      if (row.says !== undefined) expect(answer.body['message']).toContain(row.says);
      expect(firestore.requestCount()).toBe(requestsBefore);
      expect(world.executions(run)).toBe(0);
    },
  );

  test('with an upload that is cut off starts nothing', async () => {
    const run = world.run();
    const lines = Object.entries(run.headers).map(([name, value]) => `${name}: ${value}`);
    const { hostname, port } = new URL(handler.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = ['POST / HTTP/1.1', 'Host: x', 'Content-Type: text/plain', 'Content-Length: 100', ...lines];
    const outputBefore = handler.output.length;

    socket.end(`${head.join('\r\n')}\r\n\r\nretur`);
    await text(socket);
    // Under the framework its parser says so, and the handler never hears of the request.
    await until('the cut is noticed', () => handler.output.length > outputBefore);

    expect(handler.output.slice(outputBefore).join()).toMatch(/body-broken|request aborted/);
    expect(firestore.requestCount()).toBe(requestsBefore);
    expect(world.executions(run)).toBe(0);
  });

  test('leaves the process as it was: a good delivery runs', async () => {
    const run = world.run();

    const answer = await world.deliver(handler, run);

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
    expect(firestore.requestCount()).toBe(requestsBefore + 2);
  });
});
