import { create } from 'node:domain';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { HttpResponse } from '../../../lambda-handler/http/answer';
import { type FrameworkRequest, frameworkFunction } from '../../../lambda-handler/http/functions-framework';
import { HEADERS, HttpWorld, raw } from './http-world';

/** A request and a response as Express hands them on, without a connection. */
function exchange(rawBody?: Buffer, unread?: string) {
  const req: FrameworkRequest = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', rawBody });
  req.rawHeaders = raw(HEADERS);
  if (unread !== undefined) req.push(unread);
  req.push(null);
  const res = new ServerResponse(req);
  const sent = { status: 0, body: '' };
  res.writeHead = ((status: number) => {
    sent.status = status;
    return res;
  }) as typeof res.writeHead;
  res.end = ((body: string) => {
    sent.body = body;
    queueMicrotask(() => res.emit('finish'));
    return res;
  }) as typeof res.end;
  return { req, res, sent };
}

describe('frameworkFunction', () => {
  test.each([
    {
      case: 'the bytes that the framework has read',
      rawBody: Buffer.from('{"region":"eu"}'),
      unread: undefined,
      body: '{"region":"eu"}',
    },
    {
      case: 'the bytes that the framework has left unread',
      rawBody: undefined,
      unread: '{"region":"eu"}',
      body: '{"region":"eu"}',
    },
    { case: 'nothing where there is none', rawBody: undefined, unread: undefined, body: '' },
  ])('takes for the body $case', async ({ rawBody, unread, body }) => {
    const world = new HttpWorld();
    const { req, res, sent } = exchange(rawBody, unread);

    await frameworkFunction(world.handle, () => {})(req, res);

    expect(world.deliveries[0]?.body.toString()).toBe(body);
    expect(sent.status).toBe(200);
    expect(JSON.parse(sent.body)).toMatchObject({ outcome: 'completed' });
  });

  test('leaves the domain in which the framework calls it', async () => {
    const domain = create();
    let inside: unknown = 'not called';
    const handle = async (): Promise<HttpResponse> => {
      inside = (process as { domain?: unknown }).domain;
      return { status: 200, headers: {}, body: '' };
    };
    const { req, res } = exchange();

    const work = domain.run(() => frameworkFunction(handle, () => {})(req, res));
    await work;

    expect(inside ?? undefined).toBeUndefined();
  });

  test('sends nothing when the framework has answered already', async () => {
    const world = new HttpWorld();
    const { req, res, sent } = exchange();
    Object.defineProperty(res, 'headersSent', { value: true });

    await frameworkFunction(world.handle, () => {})(req, res);

    expect(sent.status).toBe(0);
  });
});
