import { createHash } from 'node:crypto';

/** What makes two requests under one key the same request. */
export interface Payload {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  readonly body: Buffer;
}

/**
 * The fingerprint of a request: lower-case hex SHA-256 over method, path with query, and every byte of the body.
 *
 * Headers are left out: a retry has another date, another trace, another token.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4
 */
export function payloadHash({ method, target, body }: Payload): string {
  // A JSON array keeps the parts apart, and its end keeps them apart from the body.
  return createHash('sha256')
    .update(JSON.stringify(['payload/1', method, target]))
    .update(body)
    .digest('hex');
}

/** JSON with the names of each object in order: the same text for the same value, however it was sent. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
