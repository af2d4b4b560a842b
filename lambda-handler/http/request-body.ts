import type { Readable } from 'node:stream';

/** Longest body that is accepted, in bytes: 1 MB, the most that a Cloud Scheduler job can hold. */
export const LONGEST_BODY_BYTES = 1_000_000;

/** A request's body. `broken`: the connection ended before it did. */
export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/** A body that a host has read already. */
export function bufferedBody(bytes: Buffer): Body {
  return bytes.length > LONGEST_BODY_BYTES ? { kind: 'too-large' } : { kind: 'whole', bytes };
}

/** Reads a body of at most 1 MB; of a longer one nothing is kept. Never rejects. */
export function readBody(stream: Readable): Promise<Body> {
  return new Promise((resolve) => {
    // Nothing more would be heard of it.
    if (stream.destroyed) return resolve({ kind: 'broken' });
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LONGEST_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      // What follows is read and dropped until the answer closes the connection.
      chunks.length = 0;
      resolve({ kind: 'too-large' });
    });
    stream.on('end', () => resolve({ kind: 'whole', bytes: Buffer.concat(chunks) }));
    stream.on('error', () => resolve({ kind: 'broken' }));
    stream.on('close', () => resolve({ kind: 'broken' }));
  });
}
