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

/** Where Node has the head that it made, for its own checks and for those of middleware such as compression. */
const NODE_HEAD = '_header';

/**
 * A response that the handler writes as usual, and of which nothing leaves before the guard says so.
 *
 * It stays the same object, since frameworks hold on to it. Middleware before the guard sees the answer leave, as it
 * sees every other; middleware behind it works on what is kept. The first byte closes the head, as if it had left.
 */
export class HeldResponse {
  /** Resolves when the handler has ended the response, or has failed before. */
  readonly ended: Promise<HandlerEnd>;
  private settle: (end: HandlerEnd) => void = () => {};
  private isHeld = true;
  private hasEnded = false;
  private readonly chunks: Buffer[] = [];
  private readonly before: Pick<ServerResponse, 'writeHead' | 'write' | 'end' | 'flushHeaders' | 'destroy'>;
  private readonly headersBefore: HeaderList;
  private readonly nodeHead: unknown;
  private head: Head | undefined;

  constructor(private readonly response: ServerResponse) {
    const { writeHead, write, end, flushHeaders, destroy } = response;
    this.before = { writeHead, write, end, flushHeaders, destroy };
    this.headersBefore = headersOf(response);
    this.nodeHead = Reflect.get(response, NODE_HEAD);
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

  /** The handler has destroyed its connection; `true` if the guard answers on it nevertheless. */
  failConnection(error = new Error('the handler destroyed its connection')): boolean {
    if (this.isHeld) this.fail(error);
    return this.isHeld;
  }

  /** Sends the handler's own answer, as it was when the handler ended it. */
  release(): Promise<Sent> {
    if (this.head === undefined) throw new Error('assumption failed: the handler has ended its response');
    return this.send(this.head, Buffer.concat(this.chunks));
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
    Object.defineProperty(response, NODE_HEAD, { value: this.nodeHead, writable: true });
    Reflect.deleteProperty(response, 'writableEnded');
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
      flushHeaders: instead(() => void this.closedHead(), flushHeaders),
      destroy: instead(([error]) => {
        this.fail(error ?? new Error('the handler destroyed its response'));
        return response;
      }, destroy),
    });
    Object.defineProperty(response, 'writableEnded', { configurable: true, get: () => this.hasEnded });
    Object.defineProperty(response, NODE_HEAD, {
      configurable: true,
      get: () => (this.head === undefined ? this.nodeHead : 'held'),
    });
  }

  private writeHead(given: readonly unknown[]): ServerResponse {
    const { response } = this;
    this.head = takeHead(response, given);
    return response;
  }

  /** The head that the answer keeps from now on. */
  private closedHead(): Head {
    const { response } = this;
    // Through the property: middleware that sets headers at the last moment has wrapped it.
    if (this.head === undefined) response.writeHead(response.statusCode);
    this.head ??= headOf(response);
    return this.head;
  }

  private write([chunk, ...rest]: readonly unknown[]): boolean {
    const callback = callbackOf(rest);
    if (this.hasEnded) return this.refuseWrite(callback);
    const bytes = bytesOf(chunk, rest[0]);
    this.closedHead();
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
    const { status, headers } = this.closedHead();
    this.chunks.push(bytes);
    if (callback !== undefined) response.once('finish', callback);
    this.hasEnded = true;
    const added = Object.fromEntries(this.added(headers));
    this.settle({ kind: 'answered', answer: { status, headers: added, body: Buffer.concat(this.chunks) } });
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
