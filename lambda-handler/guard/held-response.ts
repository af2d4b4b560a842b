import type { ServerResponse } from 'node:http';
import type { Answer } from './kept-answer';
import { type Head, type HeaderList, headersOf, headOf, takeHead } from './response-head';

/** How a handler has come to its end. */
export type HandlerEnd =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'threw'; readonly thrown: unknown };

/** Whether an answer has left. `refused`: Node would not send it, and nothing has left. */
export type Sent = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly cause: unknown };

type Callback = (error?: Error) => void;

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
  private own: Head | undefined;

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

  /** Sends the handler's own answer, as it was when the handler ended it. */
  release(): Promise<Sent> {
    if (this.own === undefined) throw new Error('assumption failed: the handler has ended its response');
    return this.send(this.own, Buffer.concat(this.chunks));
  }

  /** Sends another answer; of the handler's nothing is left. */
  replace({ status, headers, body }: Answer): Promise<Sent> {
    return this.send(
      { status, message: '', headers: [...this.headersBefore, ...Object.entries(headers)] },
      body,
    );
  }

  /** Resolves when the answer has left or the connection is gone. Never rejects. */
  private send({ status, message, headers }: Head, body: Buffer): Promise<Sent> {
    const { response } = this;
    this.isHeld = false;
    // What was wrapped around the methods behind the guard has done its work when the handler ended.
    Object.assign(response, this.before);
    for (const name of HELD_STATE) delete (response as Partial<ServerResponse>)[name];
    return new Promise((resolve) => {
      const sent = () => resolve({ kind: 'sent' });
      if (response.headersSent || response.destroyed) return sent();
      response.once('finish', sent).once('close', sent).once('error', sent);
      try {
        response.statusCode = status;
        response.statusMessage = message;
        const hadLength = response.hasHeader('content-length');
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        for (const [name, value] of headers) response.setHeader(name, value);
        // One that does not fit would cut the body off, or have the caller wait.
        if (hadLength && body.length > 0) response.setHeader('content-length', body.length);
        response.end(body);
      } catch (cause) {
        // Half an answer cannot be replaced by another.
        if (response.headersSent) response.destroy();
        resolve({ kind: 'refused', cause });
      }
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
    takeHead(response, given);
    this.hasHead = true;
    return response;
  }

  private write([chunk, ...rest]: readonly unknown[]): boolean {
    const callback = callbackOf(rest);
    if (this.hasEnded) return this.refuseWrite(callback);
    const bytes = bytesOf(chunk, rest[0]);
    headOf(this.response);
    this.chunks.push(bytes);
    if (callback !== undefined) process.nextTick(callback);
    return true;
  }

  private end(given: readonly unknown[]): ServerResponse {
    const { response } = this;
    const [chunk, ...rest] = given;
    const callback = callbackOf(given);
    const hasChunk = chunk !== undefined && chunk !== null && typeof chunk !== 'function';
    if (this.hasEnded) {
      if (hasChunk) this.refuseWrite(callback);
      else if (callback !== undefined) response.once('finish', callback);
      return response;
    }
    const bytes = hasChunk ? bytesOf(chunk, rest[0]) : Buffer.alloc(0);
    // Through the property: middleware that sets headers at the last moment has wrapped it.
    if (!this.hasHead) response.writeHead(response.statusCode);
    const own = headOf(response);
    this.chunks.push(bytes);
    if (callback !== undefined) response.once('finish', callback);
    this.own = own;
    this.hasEnded = true;
    const headers = Object.fromEntries(this.added(own.headers));
    this.settle({
      kind: 'answered',
      answer: { status: own.status, headers, body: Buffer.concat(this.chunks) },
    });
    return response;
  }

  /** Middleware before the guard sets its headers anew with a replay: for the origin of that very request. */
  private added(headers: HeaderList): HeaderList {
    const before = new Map(this.headersBefore);
    return headers.filter(([name, value]) => before.get(name)?.toString() !== value.toString());
  }

  /** As Node does it, but for the `error` that nobody listens to: it would end a process whose answer is whole. */
  private refuseWrite(callback: Callback | undefined): false {
    const { response } = this;
    const error = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' });
    process.nextTick(() => {
      callback?.(error);
      if (response.listenerCount('error') > 0) response.emit('error', error);
    });
    return false;
  }
}

function callbackOf(given: readonly unknown[]): Callback | undefined {
  return given.find((one): one is Callback => typeof one === 'function');
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk !== 'string') return Buffer.from(chunk as Uint8Array);
  return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}
