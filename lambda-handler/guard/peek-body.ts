import type { IncomingMessage } from 'node:http';
import type { Body } from '../http/request-body';

/** A body, or that its bytes are no longer to be had. */
export type PeekedBody = Body | { readonly kind: 'body-gone' };

/**
 * Reads a body and puts it back, so that a parser or a handler that comes later reads it as if for the first time.
 *
 * A stream takes back what was read until its end was announced, and `complete` says that the end has come before
 * it is announced. Of a body longer than `longestBytes` nothing is kept. Where middleware has given the stream an
 * encoding, the text that it reads is taken back to the bytes that were sent, if they can be told from it. Rejects
 * only where the request's own methods throw.
 *
 * @see https://nodejs.org/api/stream.html#readableunshiftchunk-encoding
 * @see https://nodejs.org/api/http.html#messagecomplete
 */
export function peekBody(request: IncomingMessage, longestBytes: number): Promise<PeekedBody> {
  return new Promise((resolve, reject) => {
    // Nothing more would be heard of it.
    if (request.destroyed) return resolve({ kind: 'broken' });
    // Listening would announce the end at once.
    if (request.complete && request.readableLength === 0)
      return resolve({ kind: 'whole', bytes: Buffer.alloc(0) });
    const encoding = request.readableEncoding ?? undefined;
    const chunks: (Buffer | string)[] = [];
    let bytes = 0;
    const stop = () => void request.off('readable', listener).off('error', broken).off('close', broken);
    const end = (body: PeekedBody) => {
      stop();
      resolve(body);
    };
    const broken = () => end({ kind: 'broken' });
    const read = () => {
      while (request.readableLength > 0) {
        const chunk: Buffer | string = request.read();
        bytes += Buffer.byteLength(chunk, encoding);
        chunks.push(chunk);
        if (bytes > longestBytes) return end({ kind: 'too-large' });
      }
      if (!request.complete) {
        // Asks for more: what is there has been taken.
        request.read();
        return;
      }
      const whole = bytesOf(chunks, encoding);
      if (whole === undefined) return end({ kind: 'body-gone' });
      if (whole.length > 0) request.unshift(encoding ? whole.toString(encoding) : whole, encoding);
      end({ kind: 'whole', bytes: whole });
    };
    const listener = () => {
      try {
        read();
      } catch (cause) {
        stop();
        reject(cause);
      }
    };
    request.on('readable', listener).on('error', broken).on('close', broken);
  });
}

/** The bytes that chunks were read from; `undefined` where other bytes may have given the same text. */
function bytesOf(
  chunks: readonly (Buffer | string)[],
  encoding: BufferEncoding | undefined,
): Buffer | undefined {
  if (encoding !== undefined && !['utf8', 'latin1', 'hex'].includes(encoding)) return undefined;
  const whole = Buffer.concat(
    chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)),
  );
  // Stands for whatever is no UTF-8.
  return encoding === 'utf8' && whole.includes('\ufffd') ? undefined : whole;
}
