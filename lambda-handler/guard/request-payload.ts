import type { HostedRequest } from './guarded-request';
import { canonicalJson, payloadHash } from './payload-hash';
import { type PeekedBody, peekBody } from './peek-body';

/** The fingerprint of a request, or why it has none. */
export type RequestPayload =
  | { readonly kind: 'hashed'; readonly hash: string }
  | { readonly kind: 'body-too-large' }
  | { readonly kind: 'body-broken' }
  | { readonly kind: 'body-gone' };

/** Takes a request's fingerprint; a body that nobody has read yet is read, put back, and left as `rawBody`. */
export async function requestPayload(request: HostedRequest, longestBytes: number): Promise<RequestPayload> {
  const body = await bodyOf(request, longestBytes);
  switch (body.kind) {
    case 'whole': {
      const { method = '', originalUrl, url = '' } = request;
      return { kind: 'hashed', hash: payloadHash({ method, target: originalUrl ?? url, body: body.bytes }) };
    }
    case 'too-large':
      return { kind: 'body-too-large' };
    case 'broken':
      return { kind: 'body-broken' };
    case 'body-gone':
      return body;
  }
}

async function bodyOf(request: HostedRequest, longestBytes: number): Promise<PeekedBody> {
  const given = Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
  // A parser may say {} where it has read nothing: what counts is whether the stream was read.
  const read = given ?? (request.readableDidRead ? parsedBody(request) : undefined);
  if (read !== undefined) {
    return read.length > longestBytes ? { kind: 'too-large' } : { kind: 'whole', bytes: read };
  }
  if (request.readableDidRead) return { kind: 'body-gone' };
  const body = await peekBody(request, longestBytes);
  if (body.kind === 'whole') request.rawBody = body.bytes;
  return body;
}

/** The bytes that a parsed body is told apart by; `undefined` where the body was more than what is left of it. */
function parsedBody(request: HostedRequest): Buffer | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  if (isUpload(request)) return undefined;
  return Buffer.from(typeof body === 'string' ? body : canonicalJson(body));
}

/**
 * Parsers of uploads put files elsewhere, and only the fields beside them, or `{}`, into the body: two files would be
 * one request.
 */
function isUpload({ headers, body, file, files }: HostedRequest): boolean {
  if (file !== undefined || files !== undefined) return true;
  const type = headers['content-type'] ?? '';
  if (/^\s*multipart\//i.test(type)) return true;
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return isEmpty && !/json|urlencoded/i.test(type);
}
