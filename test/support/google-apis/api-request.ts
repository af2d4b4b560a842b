import { ApiFault } from '../firestore-stand-in-documents';

export type Json = Readonly<Record<string, unknown>>;

/** A request as it arrives. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a request asks for. */
export type CallKind = 'start' | 'list' | 'get' | 'publish' | 'receive';

/** One call of an API: what it is, and what carrying it out answers. */
export interface Call {
  readonly kind: CallKind;
  /** @throws ApiFault */
  carryOut(): Json;
}

/** `undefined` where the path belongs to another API. */
export type Api = (request: ApiRequest) => Call | undefined;

/** The error for a request that the API does not understand. */
export function invalid(message: string): ApiFault {
  return new ApiFault(400, 'INVALID_ARGUMENT', message);
}

/** The body of a request, with these fields and no others. */
export function jsonBody(request: ApiRequest, fields: readonly string[]): Json {
  if (request.headers['content-type'] !== 'application/json')
    throw invalid('Content-Type must be application/json');
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    throw invalid('Invalid JSON payload received.');
  }
  return objectWith(body, fields, 'the body');
}

/** An object with these fields and no others: the APIs refuse what they do not know. */
export function objectWith(value: unknown, fields: readonly string[], what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${what} is no object`);
  const unknown = Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw invalid(`Unknown name "${unknown}" in ${what}: Cannot find field.`);
  return value as Json;
}

/** An object whose values are texts. */
export function textsIn(value: unknown, what: string): Readonly<Record<string, string>> {
  const texts = objectWith(value ?? {}, Object.keys(value ?? {}), what);
  const bad = Object.keys(texts).find((name) => typeof texts[name] !== 'string');
  if (bad !== undefined) throw invalid(`${what}.${bad} is no text`);
  return texts as Record<string, string>;
}
