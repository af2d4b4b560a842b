import type { IncomingMessage } from 'node:http';
import type { Body } from '../http/request-body';

/**
 * Reads a body and puts it back, so that a parser or a handler that comes later reads it as if for the first time.
 *
 * A stream takes back what was read until its end was announced, and `complete` says that the end has come before
 * it is announced. Of a body longer than `longestBytes` nothing is kept. Never rejects.
 *
 * @see https://nodejs.org/api/stream.html#readableunshiftchunk-encoding
 * @see https://nodejs.org/api/http.html#messagecomplete
 */
export function peekBody(request: IncomingMessage, longestBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    // Nothing more would be heard of it.
    if (request.destroyed) return resolve({ kind: 'broken' });
    // Listening would announce the end at once.
    if (request.complete && request.readableLength === 0)
      return resolve({ kind: 'whole', bytes: Buffer.alloc(0) });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (body: Body) => {
      request.off('readable', read).off('error', broken).off('close', broken);
      resolve(body);
    };
    const broken = () => end({ kind: 'broken' });
    const read = () => {
      while (request.readableLength > 0) {
        const chunk: Buffer = request.read();
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > longestBytes) return end({ kind: 'too-large' });
      }
      if (!request.complete) {
        // Asks for more: what is there has been taken.
        request.read();
        return;
      }
      const whole = Buffer.concat(chunks);
      if (whole.length > 0) request.unshift(whole);
      end({ kind: 'whole', bytes: whole });
    };
    request.on('readable', read).on('error', broken).on('close', broken);
  });
}
