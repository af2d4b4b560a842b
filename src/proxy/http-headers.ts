import { Token } from 'cdktf';
import { shown } from '../checks';
import type { Problem } from '../problem';
import { repeatedHeaders, TOKEN_CHARACTERS } from '../scheduler/http-headers';

/** Names that somebody else owns, each with the reason that a person needs. */
const RESERVED: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /^idempotency-key$/i, reason: "the run's token is sent in it" },
  { names: /^(?:proxy-|x-serverless-)?authorization$/i, reason: 'auth says how the request is signed' },
  { names: /^(?:host|content-length)$/i, reason: 'it follows from the request' },
  {
    names: /^(?:connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i,
    reason: 'it belongs to the connection, not to the request',
  },
];

/** Every problem of the headers of a request that a handler sends. */
export function requestHeaderProblems(headers: unknown): Problem[] {
  if (headers === undefined) return [];
  const isObject = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  if (!isObject || Token.isUnresolved(headers)) {
    return [{ prop: 'headers', must: 'be an object of header names and values', got: shown(headers) }];
  }
  return [
    ...Object.entries(headers).flatMap(([name, value]) => [
      ...nameProblems(name),
      ...valueProblems(name, value),
    ]),
    ...repeatedHeaders(Object.keys(headers)),
  ];
}

function nameProblems(name: string): Problem[] {
  if (!TOKEN_CHARACTERS.test(name)) {
    return [{ prop: 'headers', must: 'be named with letters, digits and hyphens', got: shown(name) }];
  }
  const reserved = RESERVED.find(({ names }) => names.test(name));
  if (reserved === undefined) return [];
  const must = `not be set (${reserved.reason})`;
  return [{ prop: `headers.${name}`, must, got: shown(name), fix: 'remove it' }];
}

function valueProblems(name: string, value: unknown): Problem[] {
  const prop = `headers.${name}`;
  if (typeof value !== 'string') return [{ prop, must: 'be a text', got: shown(value) }];
  if (Token.isUnresolved(value) || /^[\t\x20-\x7e]+$/.test(value)) return [];
  return [{ prop, must: 'be printable ASCII on one line, not empty', got: shown(value) }];
}
