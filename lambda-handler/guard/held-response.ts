import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Answer } from './kept-answer';

/** How a handler has come to its end. */
export type HandlerEnd =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'threw'; readonly thrown: unknown };

type HeaderList = readonly (readonly [name: string, value: string | readonly string[]])[];

type Callback = () => void;

/** What a response says of itself, and what is true of a held one once the handler has ended it. */
const HELD_STATE = ['headersSent', 'writableEnded'] as const;

/**
 * A response that the handler writes as usual, and of which nothing leaves before the guard says so.
 *
 * It stays the same object, since frameworks hold on to it. Middleware before the guard sees the answer leave, as it
 * sees every other; middleware behind it works on what is kept.
 */
export class HeldResponse {
  /** Resolves when the handler has ended the response, or has failed before. */
  readonly ended: Promise<HandlerEnd>;
  private settle: (end: HandlerEnd) => void = () => {};
  private isHeld = true;
  private hasEnded = false;
  private hasHead = false;
  private readonly chunks: Buffer[] = [];
  private readonly before: Pick<ServerResponse, 'writeHead' | 'write' | 'end' | 'flushHeaders' | 'destroy'>;
  private readonly headersBefore: HeaderList;
  private headersAfter: HeaderList = [];

  constructor(private readonly response: ServerResponse) {
    const { writeHead, write, end, flushHeaders, destroy } = response;
    this.before = { writeHead, write, end, flushHeaders, destroy };
    this.headersBefore = headersOf(response);
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.hold();
  }

  /** The handler has thrown; after the end of the response that changes nothing, and `false` says so. */
  fail(thrown: unknown): boolean {
    if (this.hasEnded) return false;
    this.hasEnded = true;
    this.settle({ kind: 'threw', thrown });
    return true;
  }

  /** Sends the handler's own answer. */
  release(): Promise<void> {
    return this.send(this.response.statusCode, this.headersAfter, Buffer.concat(this.chunks));
  }

  /** Sends another answer; of the handler's nothing is left. */
  replace({ status, headers, body }: Answer): Promise<void> {
    this.response.statusMessage = '';
    return this.send(status, [...this.headersBefore, ...Object.entries(headers)], body);
  }

  /** Resolves when the answer has left or the connection is gone. Never rejects. */
  private send(status: number, headers: HeaderList, body: Buffer): Promise<void> {
    const { response } = this;
    this.isHeld = false;
    // What was wrapped around the methods behind the guard has done its work when the handler ended.
    Object.assign(response, this.before);
    for (const name of HELD_STATE) delete (response as Partial<ServerResponse>)[name];
    return new Promise((resolve) => {
      if (response.headersSent || response.destroyed) return resolve();
      response.once('finish', resolve).once('close', resolve).once('error', resolve);
      response.statusCode = status;
      const hadLength = response.hasHeader('content-length');
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      for (const [name, value] of headers) response.setHeader(name, value);
      // One that does not fit would cut the body off, or have the caller wait.
      if (hadLength && body.length > 0) response.setHeader('content-length', body.length);
      response.end(body);
    });
  }

  private hold(): void {
    const { response } = this;
    const instead = (
      held: (given: readonly unknown[]) => unknown,
      before: (...given: never[]) => unknown,
    ) => {
      return (...given: unknown[]) => (this.isHeld ? held(given) : before.apply(response, given as never[]));
    };
    const { writeHead, write, end, flushHeaders, destroy } = this.before;
    Object.assign(response, {
      writeHead: instead((given) => this.writeHead(given), writeHead),
      write: instead((given) => this.write(given), write),
      end: instead((given) => this.end(given), end),
      flushHeaders: instead(() => undefined, flushHeaders),
      destroy: instead(([error]) => {
        this.fail(error ?? new Error('the handler destroyed its response'));
        return response;
      }, destroy),
    });
    const hasEnded = { configurable: true, get: () => this.hasEnded };
    for (const name of HELD_STATE) Object.defineProperty(response, name, hasEnded);
  }

  private writeHead(given: readonly unknown[]): ServerResponse {
    const { response } = this;
    if (this.hasEnded) return response;
    this.hasHead = true;
    const [status, ...rest] = given;
    response.statusCode = Number(status);
    if (typeof rest[0] === 'string') response.statusMessage = rest.shift() as string;
    setHeaders(response, rest[0] as OutgoingHttpHeaders | readonly unknown[] | undefined);
    return response;
  }

  private write([chunk, ...rest]: readonly unknown[]): boolean {
    const callback = rest.find((one): one is Callback => typeof one === 'function');
    if (!this.hasEnded) this.chunks.push(bytesOf(chunk, rest[0]));
    if (callback !== undefined) process.nextTick(callback);
    return true;
  }

  private end(given: readonly unknown[]): ServerResponse {
    const { response } = this;
    if (this.hasEnded) return response;
    const [chunk, ...rest] = given;
    const callback = given.find((one): one is Callback => typeof one === 'function');
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function')
      this.chunks.push(bytesOf(chunk, rest[0]));
    // Through the property: middleware that sets headers at the last moment has wrapped it.
    if (!this.hasHead) response.writeHead(response.statusCode);
    if (callback !== undefined) response.once('finish', callback);
    this.hasEnded = true;
    this.headersAfter = headersOf(response);
    const headers = Object.fromEntries(this.headersAfter);
    this.settle({
      kind: 'answered',
      answer: { status: response.statusCode, headers, body: Buffer.concat(this.chunks) },
    });
    return response;
  }
}

function headersOf(response: ServerResponse): HeaderList {
  return Object.entries(response.getHeaders()).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...value] : String(value),
  ]);
}

/** As `writeHead` takes them: an object, a list of pairs, or names and values in turn. */
function setHeaders(response: ServerResponse, headers: OutgoingHttpHeaders | readonly unknown[] | undefined) {
  if (headers === undefined) return;
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    return;
  }
  const flat = headers.flatMap((one) => one as string | string[]);
  const names = flat.filter((_, index) => index % 2 === 0);
  for (const name of names) response.removeHeader(name);
  names.forEach((name, index) => {
    response.appendHeader(name, flat[2 * index + 1] ?? '');
  });
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk !== 'string') return Buffer.from(chunk as Uint8Array);
  return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}
