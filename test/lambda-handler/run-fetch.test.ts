import { runFetch } from '../../lambda-handler/run-fetch';

const URL = 'https://ledger.example.com/invoices';
const token = (step: string) => `token-of-${step}`;

/** Calls through `runFetch`, and gives what the runtime's own `fetch` was called with. */
async function sent(
  input: string | Request,
  init?: RequestInit,
  signal = new AbortController().signal,
): Promise<Request> {
  let request: Request | undefined;
  const original = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    request = new Request(...given);
    return new Response();
  };
  try {
    await runFetch(token, signal)('charge', input, init);
  } finally {
    globalThis.fetch = original;
  }
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

describe('runFetch', () => {
  test.each([
    { case: 'a text', input: URL, init: { method: 'POST', headers: { 'X-Night': '1' }, body: 'b' } },
    {
      case: 'a Request',
      input: new Request(URL, { method: 'POST', headers: { 'X-Night': '1' }, body: 'b' }),
      init: undefined,
    },
    {
      case: 'a Request and null',
      input: new Request(URL, { method: 'POST', headers: { 'X-Night': '1' }, body: 'b' }),
      init: null as never,
    },
    {
      case: 'a Request and more',
      input: new Request(URL, { method: 'POST', headers: { 'X-Old': '1' } }),
      init: { headers: [['X-Night', '1']] as [string, string][], body: 'b' },
    },
  ])('adds the key to $case and leaves the rest as it is', async ({ input, init }) => {
    const request = await sent(input, init);

    expect(request).toMatchObject({ url: URL, method: 'POST' });
    expect(await request.text()).toBe('b');
    expect(request.headers.get('Idempotency-Key')).toBe('token-of-charge');
    expect(request.headers.get('X-Night')).toBe('1');
    expect(request.headers.has('X-Old')).toBe(false);
  });

  test.each([
    { case: 'the init', input: URL, init: { headers: { 'idempotency-KEY': 'mine' } } },
    { case: 'a Request', input: new Request(URL, { headers: { 'Idempotency-Key': 'mine' } }), init: {} },
  ])('refuses a key in $case, and sends nothing', async ({ input, init }) => {
    await expect(sent(input, init)).rejects.toThrow(
      new TypeError('run.fetch sends Idempotency-Key itself, and the request has one already'),
    );
  });

  test.each([
    { case: 'the run', fire: 'run' },
    { case: 'the init', fire: 'init' },
    { case: 'a Request', fire: 'request' },
  ])('stops on the signal of $case', async ({ fire }) => {
    const run = new AbortController();
    const other = new AbortController();
    const isRequest = fire === 'request';
    const input = isRequest ? new Request(URL, { signal: other.signal }) : URL;
    const request = await sent(input, isRequest ? {} : { signal: other.signal }, run.signal);
    const firedBefore = request.signal.aborted;

    (fire === 'run' ? run : other).abort(new Error('enough'));

    expect(firedBefore).toBe(false);
    expect(request.signal.reason).toEqual(new Error('enough'));
  });

  test("drops a Request's signal where the init says null, and keeps the run's", async () => {
    const run = new AbortController();
    const input = new Request(URL, { signal: AbortSignal.abort() });

    const request = await sent(input, { signal: null }, run.signal);

    expect(request.signal.aborted).toBe(false);
    run.abort();
    expect(request.signal.aborted).toBe(true);
  });
});
