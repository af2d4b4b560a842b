/** An answer as a handler gave it: its headers are without what middleware before the guard had set already. */
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

/**
 * What belongs to one connection or one try, in lower case.
 *
 * A cookie is a session that one try was given: replayed, it would put an old session in the place of a newer one,
 * and until then it would lie in the database.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const LEFT_OUT: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'date',
  'set-cookie',
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
  const leftOut = [...LEFT_OUT, ...namesIn(headers['connection'])];
  const kept = Object.entries(headers).filter(([name]) => !leftOut.includes(name));
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

/** `Connection` names further headers that end with it. */
function namesIn(connection: string | readonly string[] = []): string[] {
  return [connection].flat().flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()));
}

/** As text where people can read it, unless escaping makes that longer than base64. */
function encodedBody(body: Buffer): { text: string } | { base64: string } {
  const text = body.toString('utf8');
  const base64 = body.toString('base64');
  const isText =
    Buffer.from(text).equals(body) && Buffer.byteLength(JSON.stringify(text)) <= base64.length + 2;
  return isText ? { text } : { base64 };
}
