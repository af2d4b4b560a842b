import { Token } from 'cdktf';
import { shown } from '../checks';
import { HEADER } from '../contract/header-names';
import type { Problem } from '../problem';

const MAX_TOTAL_BYTES = 80 * 1024;
/** What names of headers are made of. */
export const TOKEN_CHARACTERS = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const CONTENT_TYPE = 'content-type';

/** Names that somebody else owns, each with the reason that a person needs. */
const RESERVED: readonly { readonly names: RegExp; readonly reason: string }[] = [
  {
    names: /^(authorization|proxy-authorization|x-serverless-authorization)$/i,
    reason: 'the job signs its requests with an OIDC token',
  },
  { names: /^x-dedup-(project|location)$/i, reason: 'they identify the run' },
  { names: /^x-cloudscheduler/i, reason: 'Cloud Scheduler replaces it' },
  { names: /^(host|user-agent|content-length)$/i, reason: 'Cloud Scheduler replaces it' },
  {
    names: /^(connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i,
    reason: 'it belongs to the connection, not to the request',
  },
  {
    names: /^content-encoding$/i,
    reason: 'the functions framework would refuse a body that is not compressed',
  },
  { names: /x-google-|x-appengine-/i, reason: 'the provider refuses it' },
];

/**
 * What is wrong with the headers of an HTTP target.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs#HttpTarget
 */
export function headerProblems(headers: Readonly<Record<string, string>> | undefined): Problem[] {
  if (headers === undefined) return [];
  const isObject = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  if (!isObject || Token.isUnresolved(headers)) {
    return [{ prop: 'headers', must: 'be an object of header names and values', got: shown(headers) }];
  }
  const problems = Object.entries(headers).flatMap(([name, value]) => [
    ...nameProblems(name),
    ...valueProblems(name, value),
  ]);
  problems.push(...repeatedHeaders(Object.keys(headers)), ...sizeProblems(headers));
  return problems;
}

function nameProblems(name: string): Problem[] {
  if (!TOKEN_CHARACTERS.test(name)) {
    return [
      { prop: 'headers', must: 'be named with letters, digits and hyphens', got: JSON.stringify(name) },
    ];
  }
  const prop = `headers.${name}`;
  const reserved = RESERVED.find(({ names }) => names.test(name));
  if (reserved === undefined) return [];
  return [{ prop, must: `not be set (${reserved.reason})`, got: JSON.stringify(name), fix: 'remove it' }];
}

function valueProblems(name: string, value: unknown): Problem[] {
  const prop = `headers.${name}`;
  if (typeof value !== 'string') {
    const fix =
      typeof value === 'number' || typeof value === 'boolean' ? `write it as '${value}'` : 'remove it';
    return [{ prop, must: 'be a text', got: shown(value), fix }];
  }
  if (Token.isUnresolved(value)) return [];
  if (value === '') return [{ prop, must: 'not be empty', got: "''", fix: 'remove it' }];
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    return [{ prop, must: 'be printable ASCII on one line', got: JSON.stringify(value) }];
  }
  if (name.toLowerCase() === CONTENT_TYPE && value.toLowerCase() === 'application/octet-stream') {
    const must =
      'differ from application/octet-stream (the provider drops it when it reads, a diff for ever)';
    return [{ prop, must, got: value, fix: 'use application/json or text/plain' }];
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(value)?.[1];
  if (name.toLowerCase() === CONTENT_TYPE && charset !== undefined && !/^utf-?8$/i.test(charset)) {
    const must = 'have the charset utf-8 (the functions framework refuses others)';
    return [{ prop, must, got: shown(value), fix: 'write charset=utf-8, in which the body is sent' }];
  }
  return [];
}

/** Names that differ in nothing but upper and lower case, which is no difference in HTTP. */
export function repeatedHeaders(names: readonly string[]): Problem[] {
  const seen = new Map<string, string>();
  const problems: Problem[] = [];
  for (const name of names) {
    const first = seen.get(name.toLowerCase());
    if (first === undefined) seen.set(name.toLowerCase(), name);
    else {
      const must = `differ from headers.${first} in more than upper and lower case`;
      problems.push({ prop: `headers.${name}`, must, got: name, fix: 'remove one of them' });
    }
  }
  return problems;
}

function sizeProblems(headers: Readonly<Record<string, string>>): Problem[] {
  const bytes = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(String(value)),
    0,
  );
  if (bytes < MAX_TOTAL_BYTES) return [];
  return [{ prop: 'headers', must: 'be shorter than 80 KB in all', got: `${bytes} bytes` }];
}

/** The headers of the job: the user's, those that identify the run, and the type of a body. */
export function jobHeaders(given: {
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string | undefined;
  readonly project: string;
  readonly location: string;
}): Record<string, string> {
  const headers: Record<string, string> = {
    ...given.headers,
    [HEADER.PROJECT]: given.project,
    [HEADER.LOCATION]: given.location,
  };
  if (given.body !== undefined && contentTypeOf(given.headers) === undefined) {
    headers['Content-Type'] = contentTypeFor(given.body);
  }
  return headers;
}

/**
 * What is wrong with the body of a request, beside its headers.
 *
 * A body that says it is JSON and is not would be answered 400 by the functions framework, run after run.
 */
export function bodyProblems(
  body: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): Problem[] {
  if (body === undefined) return [];
  if (typeof body !== 'string') {
    const isContainer = typeof body === 'object' && body !== null;
    const fix = isContainer ? 'pass it through JSON.stringify' : `write it as '${String(body)}'`;
    return [{ prop: 'body', must: 'be a text', got: shown(body), fix }];
  }
  if (Token.isUnresolved(body)) return [];
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_BODY_BYTES) {
    return [
      { prop: 'body', must: 'be at most 1,000,000 bytes (the handler answers 413)', got: `${bytes} bytes` },
    ];
  }
  const contentType = contentTypeOf(headers);
  if (contentType !== undefined && /[/+]json\b/i.test(contentType) && !isJson(body)) {
    const fix = 'correct it, or set another Content-Type';
    return [
      {
        prop: 'body',
        must: `be a JSON object or array, as its Content-Type ${contentType} says`,
        got: excerpt(body),
        fix,
      },
    ];
  }
  return [];
}

const MAX_BODY_BYTES = 1_000_000;

/** What a body is sent as whose sender names no type. */
export function contentTypeFor(body: string): string {
  return isJson(body) ? 'application/json' : 'text/plain; charset=utf-8';
}

/** The type that the headers name, however it is spelled. */
export function contentTypeOf(headers: Readonly<Record<string, string>> | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === CONTENT_TYPE)?.[1];
}

/**
 * Whether the functions framework takes a body as JSON: an object or an array, nothing else.
 *
 * A token counts as JSON: that is what jobs send, and nobody can look inside.
 */
function isJson(text: string): boolean {
  if (Token.isUnresolved(text)) return true;
  try {
    return typeof JSON.parse(text) === 'object' && /^\s*[[{]/.test(text);
  } catch {
    return false;
  }
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
