/** An answer as a handler gave it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** What is kept of an answer; a body that is too large for the record is not. */
export type KeptAnswer =
  | { readonly kind: 'whole'; readonly answer: Answer }
  | { readonly kind: 'status-only'; readonly status: number; readonly bodyBytes: number };

/** Longest body that a record keeps: in base64, and with its headers, it fits into a document of 1 MiB. */
export const LONGEST_KEPT_BODY_BYTES = 512 * 1024;

/** All kept headers together; Node's own limit for a request is 16 KiB. */
const LONGEST_KEPT_HEADERS = 16 * 1024;

/** Beside `content-*`, what says where the result is and which version of it this was. */
const KEPT_HEADERS: readonly string[] = [
  'location',
  'etag',
  'last-modified',
  'cache-control',
  'link',
  'vary',
];

/**
 * Whether a status is the end of its request.
 *
 * 408, 409, 425, 429 and every 5xx ask for another try, or leave open whether anything was done: kept, they would
 * answer that very try with the old refusal. 1xx announces an answer and is none. Everything else is a result, a
 * refusal of the request included.
 */
export function isFinal(status: number): boolean {
  return status >= 200 && status < 500 && ![408, 409, 425, 429].includes(status);
}

/** Writes an answer as the text that a record keeps of it. */
export function encodeAnswer({ status, headers, body }: Answer): string {
  const kept = Object.entries(headers).filter(([name]) => isKept(name));
  const isTooLarge =
    body.length > LONGEST_KEPT_BODY_BYTES || JSON.stringify(kept).length > LONGEST_KEPT_HEADERS;
  if (isTooLarge) return JSON.stringify({ status, bodyBytes: body.length });
  return JSON.stringify({ status, headers: Object.fromEntries(kept), ...encodedBody(body) });
}

/** Reads what {@link encodeAnswer} wrote. */
export function decodeAnswer(text: string): KeptAnswer {
  const { status, bodyBytes, headers, text: plain, base64 } = JSON.parse(text);
  if (bodyBytes !== undefined) return { kind: 'status-only', status, bodyBytes };
  const body = plain === undefined ? Buffer.from(base64, 'base64') : Buffer.from(plain);
  return { kind: 'whole', answer: { status, headers, body } };
}

/** A length and an encoding of the transfer belong to the connection that they were sent over. */
function isKept(name: string): boolean {
  return (name.startsWith('content-') && name !== 'content-length') || KEPT_HEADERS.includes(name);
}

/** As text where people can read it, unless escaping makes that longer than base64. */
function encodedBody(body: Buffer): { text: string } | { base64: string } {
  const text = body.toString('utf8');
  const base64 = body.toString('base64');
  const isText =
    Buffer.from(text).equals(body) && Buffer.byteLength(JSON.stringify(text)) <= base64.length + 2;
  return isText ? { text } : { base64 };
}
