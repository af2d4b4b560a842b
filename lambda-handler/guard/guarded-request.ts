import type { IncomingMessage } from 'node:http';

/** What a handler is told of the request that it handles. */
export interface Idempotency {
  /** The key, without quotes. */
  readonly key: string;
  /** 1 for the first attempt, one more for each that follows: the fencing number to send downstream. */
  readonly attempt: number;
  /** Fires before the lease ends, after which another attempt may take the request over. */
  readonly signal: AbortSignal;
}

/**
 * What the guard leaves on a request. `wrap` gives its listener such a request; an Express handler in TypeScript has
 * its own as `Request & Guarded`.
 */
export interface Guarded {
  /** `undefined` where the method is safe: nothing was claimed. */
  readonly idempotency?: Idempotency;
  /** The body, byte for byte; `undefined` where the method is safe, or where a parser before the guard kept no bytes. */
  readonly rawBody?: Buffer;
}

/** A request as hosts and frameworks hand it on. */
export type HostedRequest = IncomingMessage & {
  /** Express: the target before a router cut off where it is mounted. */
  readonly originalUrl?: string;
  /** What a body parser has made of the body. */
  readonly body?: unknown;
  /** What a parser of uploads, such as multer, has made of a file. */
  readonly file?: unknown;
  readonly files?: unknown;
  /** The body, byte for byte: left by functions-framework, and by the guard. */
  rawBody?: Buffer;
  idempotency?: Idempotency;
};
