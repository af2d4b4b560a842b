import type { HttpPost } from './http-post';
import type { ApiError } from './store-errors';

/** The calls of Firestore's REST API that a store of records needs. */
export type FirestoreMethod = 'commit' | 'batchGet';

/** What one request came to. */
export type FirestoreAnswer =
  | { readonly kind: 'ok'; readonly httpStatus: number; readonly body: unknown }
  | { readonly kind: 'error'; readonly error: ApiError }
  | { readonly kind: 'unreadable'; readonly httpStatus: number; readonly why: string };

/** One request, ready to be sent. */
export interface FirestoreRequest {
  /** `https://firestore.googleapis.com`, or the emulator's. */
  readonly origin: string;
  /** `projects/P/databases/D`. */
  readonly database: string;
  readonly method: FirestoreMethod;
  /** JSON. */
  readonly body: string;
  readonly token: string;
}

/** Sends one request once and reads its answer; rejects when the connection breaks or `signal` fires. */
export async function sendFirestoreRequest(
  post: HttpPost,
  request: FirestoreRequest,
  signal: AbortSignal,
): Promise<FirestoreAnswer> {
  const { status, text } = await post({
    url: `${request.origin}/v1/${request.database}/documents:${request.method}`,
    headers: { authorization: `Bearer ${request.token}`, 'content-type': 'application/json' },
    body: request.body,
    signal,
  });
  return readAnswer(status, text);
}

function readAnswer(httpStatus: number, text: string): FirestoreAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', httpStatus, why: text === '' ? 'empty body' : 'not JSON' };
  }
  const error = findError(body);
  if (error === undefined) {
    return httpStatus === 200
      ? { kind: 'ok', httpStatus, body }
      : { kind: 'unreadable', httpStatus, why: 'neither an answer nor an error' };
  }
  return typeof error.status === 'string' && /^[A-Z_]+$/.test(error.status)
    ? { kind: 'error', error: { status: error.status, httpStatus, message: String(error.message ?? '') } }
    : { kind: 'unreadable', httpStatus, why: 'error without a status' };
}

/** `batchGet` streams its answer, so the service wraps its error in an array; the emulator does not. */
function findError(body: unknown): { status?: unknown; message?: unknown } | undefined {
  const parts: readonly unknown[] = Array.isArray(body) ? body : [body];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || !('error' in part)) continue;
    return typeof part.error === 'object' && part.error !== null ? part.error : {};
  }
  return undefined;
}
