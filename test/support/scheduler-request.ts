import { type IncomingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** A request as a test wants it on the wire. */
export interface SchedulerRequest {
  /** @default POST */
  readonly method?: string;
  /** A list is sent as a header that is repeated. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** What the caller heard; a connection that broke before an answer is `no answer`. */
export interface Answer {
  readonly status: number | 'no answer';
  readonly headers: IncomingHttpHeaders;
  /** Of a JSON answer. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends one request on a connection of its own and waits for the answer, however long it takes. */
export function send(url: string, { method, headers, body }: SchedulerRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(url, { method: method ?? 'POST', agent: false });
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    let isAnswered = false;
    sent.on('response', (response) => {
      isAnswered = true;
      const answer = (content: unknown) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content as never });
      json(response).then(answer, () => answer({}));
    });
    // A server that refuses a body may close the connection while it is still being sent.
    sent.on('error', () => {
      if (!isAnswered) resolve({ status: 'no answer', headers: {}, body: {} });
    });
    sent.end(body);
  });
}
