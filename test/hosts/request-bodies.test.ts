import type { FunctionHost } from '../support/function-host';
import { HOSTS, HostWorld } from './host-world';

const MEGABYTE = 1_000_000;

interface Row {
  readonly case: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const ROWS: readonly Row[] = [
  { case: 'no content type', headers: {}, body: 'plain' },
  { case: 'no body', headers: {}, body: '' },
  { case: 'JSON', headers: { 'Content-Type': 'application/json' }, body: '{ "region": "eu" }' },
  { case: 'a form', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=1&a=%202' },
  {
    case: 'text in another charset',
    headers: { 'Content-Type': 'text/plain; charset=iso-8859-1' },
    body: Buffer.from([0xe9, 0xff, 0x00]),
  },
  { case: 'a type that is none', headers: { 'Content-Type': 'nonsense' }, body: 'plain' },
  {
    case: 'chunks without a length',
    headers: { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' },
    body: 'in chunks',
  },
  { case: '1 MB', headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(MEGABYTE) },
  { case: '1 MB without a content type', headers: {}, body: 'x'.repeat(MEGABYTE) },
];

/** The framework's own parsers refuse these. */
const PLAIN_ROWS: readonly Row[] = [
  { case: 'JSON that is broken', headers: { 'Content-Type': 'application/json' }, body: '{"region":' },
  {
    case: 'an unknown charset',
    headers: { 'Content-Type': 'application/json; charset=klingon' },
    body: '{}',
  },
];

describe.each(HOSTS)('the body of a delivery under $host', ({ host }) => {
  let world: HostWorld;
  let handler: FunctionHost;

  beforeAll(async () => {
    world = new HostWorld(`request-bodies-${host}`);
    handler = await world.start(host);
  });

  afterAll(() => world.stop());

  test.each(host === 'plain' ? [...ROWS, ...PLAIN_ROWS] : ROWS)(
    'reaches job logic byte for byte: $case',
    async ({ headers, body }) => {
      const run = world.run();

      const answer = await world.deliver(handler, run, 'returns', {
        headers: { ...run.headers, ...headers },
        body,
      });

      const bytes = Buffer.from(body);
      expect(answer.status).toBe(200);
      expect(handler.logs.find((line) => line['runId'] === run.runId)).toMatchObject({
        message: 'begun',
        body: bytes.toString('latin1').slice(0, 50),
        bodyBytes: bytes.length,
      });
    },
  );

  test('is refused above 1 MB, without a content type too', async () => {
    const run = world.run();

    const answer = await world.deliver(handler, run, 'returns', {
      headers: run.headers,
      body: 'x'.repeat(MEGABYTE + 1),
    });

    expect(answer.status).toBe(413);
    expect(await world.record(run)).toBeUndefined();
  });
});
