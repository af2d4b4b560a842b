import type { IncomingMessage } from 'node:http';
import { nodeClient } from '../stores/node-client';
import type { ProxyFetch } from './proxy-port';

/** Statuses whose answers have no body. @see https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a request through Node's own HTTP client, which waits for its answer as long as the signal allows.
 *
 * The runtime's `fetch` gives up after 300 s without an answer, or between two parts of one, while an attempt may have
 * 30 minutes. Redirects are not followed, and a body is not unpacked: none is asked for in a packed form.
 *
 * @see https://github.com/nodejs/undici/blob/main/docs/docs/api/Client.md
 */
export const nodeFetch: ProxyFetch = (url, { method, headers: given, body, signal }) => {
  const headers: Record<string, string> = {
    'user-agent': 'cdktf-deduped-scheduler',
    accept: '*/*',
    'accept-encoding': 'identity',
    ...Object.fromEntries(given),
  };
  // Node leaves it out with DELETE, whose body would then be read as the next request.
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const sent = nodeClient(String(url)).request(url, { method, headers, signal });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  return answered.then(responseOf);
};

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode as number;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (!WITHOUT_BODY.has(status)) return new Response(bodyOf(answer), { status, headers });
  answer.resume();
  return new Response(null, { status, headers });
}

/** `Readable.toWeb` would throw, where nobody catches it, when a body is cancelled as it ends. */
function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const parts = answer[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        answer.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
