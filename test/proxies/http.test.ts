import { PermanentFailure } from '../../lambda-handler/permanent-failure';
import type { HttpProxy } from '../../src/contract/proxies';
import { HTTP } from '../support/proxies';
import { ProxyWorld, TOKEN } from './proxy-world';

const BODY = Buffer.from('{"month":"2026-10"}');
const DELIVERED = { body: BODY, headers: { 'content-type': 'application/json', 'x-cloudscheduler': 'true' } };

async function sent(settings: Partial<HttpProxy>) {
  const world = new ProxyWorld({ ...HTTP, ...settings });
  const outcome = await world.deliver(DELIVERED);
  const [request] = world.apis.requests;
  return { outcome, request };
}

/** An outcome and what was thrown, after the receiver has answered so. */
async function answered(httpStatus: number, body = 'as scripted', settings: Partial<HttpProxy> = {}) {
  const world = new ProxyWorld({ ...HTTP, ...settings });
  world.apis.fail('receive', { httpStatus, body });
  const outcome = await world.deliver();
  const thrown = 'thrown' in outcome ? (outcome.thrown as Error) : undefined;
  return { kind: outcome.kind, message: thrown?.message, world };
}

describe('http', () => {
  test('forwards the body of the delivery with its content type, the own headers and the token', async () => {
    const { outcome, request } = await sent({});

    expect(outcome).toMatchObject({ kind: 'completed', result: '{"status":200}' });
    expect(request).toMatchObject({ method: 'POST', url: HTTP.url, body: BODY.toString() });
    expect(request?.headers).toEqual({
      'x-team': 'billing',
      'idempotency-key': TOKEN,
      'content-type': 'application/json',
      authorization: 'Bearer identity for https://ledger-1234567890.europe-west1.run.app',
    });
  });

  test.each<{ case: string; settings: Partial<HttpProxy>; body: string; type: string | undefined }>([
    { case: 'a body of its own, untyped', settings: { body: 'x' }, body: 'x', type: undefined },
    {
      case: 'a body of its own, typed',
      settings: { body: 'x', headers: { 'Content-Type': 'text/csv' } },
      body: 'x',
      type: 'text/csv',
    },
    {
      case: 'the body of the delivery under another type',
      settings: { headers: { 'Content-Type': 'text/csv' } },
      body: BODY.toString(),
      type: 'text/csv',
    },
    { case: 'no body with GET', settings: { method: 'GET' }, body: '', type: undefined },
    {
      case: 'the body with DELETE',
      settings: { method: 'DELETE' },
      body: BODY.toString(),
      type: 'application/json',
    },
  ])('sends $case', async ({ settings, body, type }) => {
    const { request } = await sent(settings);

    expect(request).toMatchObject({ method: settings.method ?? 'POST', body });
    expect(request?.headers['content-type']).toBe(type);
  });

  test.each<{ case: string; settings: Partial<HttpProxy>; authorization: string | undefined }>([
    { case: 'no token', settings: { auth: { kind: 'none' } }, authorization: undefined },
    {
      case: 'an access token',
      settings: { auth: { kind: 'oauth', scope: 'https://www.googleapis.com/auth/cloud-platform' } },
      authorization: 'Bearer access',
    },
    {
      case: 'no token to the loopback interface',
      settings: { url: 'http://127.0.0.1:1/' },
      authorization: undefined,
    },
  ])('sends $case', async ({ settings, authorization }) => {
    const { request } = await sent(settings);

    expect(request?.headers['authorization']).toBe(authorization);
  });

  test.each<{ auth: HttpProxy['auth'] }>([
    { auth: { kind: 'oauth', scope: 'https://www.googleapis.com/auth/cloud-platform' } },
    { auth: { kind: 'oidc', audience: 'https://ledger.example.com' } },
  ])('asks for another token once one was refused: $auth.kind', async ({ auth }) => {
    const give = async (_for: string, refused?: string) => (refused === 'stale' ? 'fresh' : 'stale');
    const world = new ProxyWorld({ ...HTTP, auth }, { tokens: { access: give, identity: give } });
    world.apis.fail('receive', { httpStatus: 401, body: 'expired' });

    const outcomes = [await world.deliver(), await world.deliver()];

    expect(outcomes).toMatchObject([{ kind: 'failed' }, { kind: 'completed' }]);
    const sentTokens = world.apis.requests.map(({ headers }) => headers['authorization']);
    expect(sentTokens).toEqual(['Bearer stale', 'Bearer fresh']);
  });

  test.each([403, 503])('keeps its token after %i', async (httpStatus) => {
    const asked: unknown[] = [];
    const identity = async (...given: readonly unknown[]) => String(asked.push(given));
    const world = new ProxyWorld(HTTP, { tokens: { access: identity, identity } });
    world.apis.fail('receive', { httpStatus, body: '' });

    await world.deliver();
    await world.deliver();

    const audience = 'https://ledger-1234567890.europe-west1.run.app';
    expect(asked).toEqual([
      [audience, undefined],
      [audience, undefined],
    ]);
  });

  test('takes its key from the run, whatever the own headers say', async () => {
    const { request } = await sent({ headers: { 'Idempotency-Key': 'mine' } });

    expect(request?.headers['idempotency-key']).toBe(TOKEN);
  });

  test.each([200, 201, 204, 299])('completes the run with %i', async (httpStatus) => {
    const { kind } = await answered(httpStatus, '');

    expect(kind).toBe('completed');
  });

  test.each([408, 409, 425, 429, 500, 501, 502, 503, 504, 401, 403])(
    'may be tried again after %i',
    async (httpStatus) => {
      const { kind, message } = await answered(httpStatus);

      expect(kind).toBe('failed');
      expect(message).toMatch(`${HTTP.url} answered ${httpStatus}: as scripted`);
    },
  );

  test.each<{ case: string; settings: Partial<HttpProxy>; advice: string }>([
    {
      case: 'the service at the url',
      settings: {},
      advice:
        'unless the service itself has refused, grant roles/run.invoker on the Cloud Run service at ' +
        'ledger-1234567890.europe-west1.run.app to the account that the handler runs as; grants take minutes to spread',
    },
    {
      case: 'the service that was given',
      settings: {
        url: 'https://ledger.example.com/close',
        cloudRunService: 'ledger in europe-west1 of project acme-books',
      },
      advice:
        'unless the service itself has refused, grant roles/run.invoker on the Cloud Run service ledger in europe-west1 ' +
        'of project acme-books to the account that the handler runs as; grants take minutes to spread',
    },
    {
      case: 'that the receiver has refused',
      settings: { url: 'https://ledger.example.com/close' },
      advice: "the receiver has refused the handler's account",
    },
  ])('names after 403: $case', async ({ settings, advice }) => {
    const { message } = await answered(403, 'Forbidden', settings);

    expect(message).toBe(`${settings.url ?? HTTP.url} answered 403: Forbidden: ${advice}`);
  });

  test.each([301, 302, 307, 308, 400, 404, 405, 410, 412, 422])(
    'fails for good after %i',
    async (httpStatus) => {
      const { kind, message, world } = await answered(httpStatus);

      expect(kind).toBe('permanently-failed');
      expect(message).toBe(`${HTTP.url} answered ${httpStatus}: as scripted`);
      expect(world.apis.requests).toHaveLength(1);
    },
  );

  test.each([401, 403])('fails for good after %i where it sends no token', async (httpStatus) => {
    expect(await answered(httpStatus, '', { auth: { kind: 'none' } })).toMatchObject({
      kind: 'permanently-failed',
    });
  });

  test('quotes the first thousand characters of an answer', async () => {
    const { message } = await answered(400, `${'a'.repeat(1_000)}b`);

    expect(message?.endsWith(`: ${'a'.repeat(1_000)}`)).toBe(true);
  });

  test('ends with the first thousand characters of an answer that never ends', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('a'.repeat(600))),
    });
    const world = new ProxyWorld(HTTP, { fetch: async () => new Response(body, { status: 400 }) });

    expect(await world.deliver()).toMatchObject({ kind: 'permanently-failed' });
  });

  test('waits until the signal of the run fires, since the receiver may do the work before it answers', async () => {
    const world = new ProxyWorld(HTTP);
    const startMs = world.clock.nowMs();
    world.apis.fail('receive', 'slow');

    expect(await world.deliver()).toMatchObject({ kind: 'completed' });
    expect(world.clock.nowMs() - startMs).toBe(60_000);
  });

  test('may be tried again when nothing was answered until the signal fired', async () => {
    const world = new ProxyWorld(HTTP, { fetch: () => new Promise(() => {}) });
    const startMs = world.clock.nowMs();

    const outcome = await world.deliver();

    expect(outcome).toMatchObject({
      kind: 'failed',
      thrown: { message: `${HTTP.url} has not answered; the next attempt sends the request again` },
    });
    expect(outcome.kind === 'failed' && PermanentFailure.is(outcome.thrown)).toBe(false);
    expect(world.clock.nowMs() - startMs).toBe(165_000);
  });

  test('leaves credentials out of what it throws and logs', async () => {
    const world = new ProxyWorld(HTTP);
    world.apis.fail('receive', 'answer-lost', { httpStatus: 400, body: 'no' });

    const outcomes = [await world.deliver(), await world.deliver()];

    const thrown = outcomes.map((outcome) => String('thrown' in outcome && (outcome.thrown as Error).stack));
    expect(JSON.stringify([thrown, world.protocol.lines])).not.toContain('identity for');
  });
});
