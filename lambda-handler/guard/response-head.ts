import { type ServerResponse, validateHeaderValue } from 'node:http';

/** Headers by their names in lower case, in order. */
export type HeaderList = readonly (readonly [name: string, value: string | readonly string[]])[];

/** What stands above the body of a response. */
export interface Head {
  readonly status: number;
  /** The words after the status; empty where Node chooses them. */
  readonly message: string;
  readonly headers: HeaderList;
}

type Headers = Readonly<Record<string, unknown>> | readonly unknown[];

/** The headers that a response has by now. */
export function headersOf(response: ServerResponse): HeaderList {
  return Object.entries(response.getHeaders()).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
}

/**
 * The head that a response has by now.
 *
 * @throws RangeError or TypeError with the code that Node's own `writeHead` has for a head that it cannot send
 * @see https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
 */
export function headOf(response: ServerResponse): Head {
  const { statusCode, statusMessage } = response;
  const message = String(statusMessage ?? '');
  validateHeaderValue('statusMessage', message);
  return { status: statusOf(statusCode), message, headers: headersOf(response) };
}

/** The head of a response that sends nothing yet, with what `writeHead` is given; throws what Node's own would. */
export function takeHead(response: ServerResponse, given: readonly unknown[]): Head {
  if (response.headersSent) {
    const code = 'ERR_HTTP_HEADERS_SENT';
    throw Object.assign(new Error('Cannot write headers after they are sent to the client'), { code });
  }
  const [status, message, headers] = given;
  response.statusCode = statusOf(status);
  if (typeof message === 'string') response.statusMessage = message;
  const both = (typeof message === 'string' ? headers : (headers ?? message)) as Headers | undefined;
  if (both) setHeaders(response, both);
  return headOf(response);
}

/** Node takes a text of digits for the number that it is. */
function statusOf(given: unknown): number {
  const status = Math.trunc(Number(given));
  if (status >= 100 && status <= 999) return status;
  const code = 'ERR_HTTP_INVALID_STATUS_CODE';
  throw Object.assign(new RangeError(`Invalid status code: ${given}`), { code });
}

/** As `writeHead` takes them: an object, a list of pairs, or names and values in turn. */
function setHeaders(response: ServerResponse, headers: Headers): void {
  if (!isList(headers)) {
    for (const [name, value] of Object.entries(headers)) {
      if (name !== '') response.setHeader(name, value as string);
    }
    return;
  }
  const pairs = Array.isArray(headers[0]) ? (headers as readonly unknown[][]) : pairsOf(headers);
  for (const [name] of pairs) response.removeHeader(name as string);
  for (const [name, value] of pairs) response.appendHeader(name as string, value as string);
}

function isList(headers: Headers): headers is readonly unknown[] {
  return Array.isArray(headers);
}

function pairsOf(flat: readonly unknown[]): unknown[][] {
  if (flat.length % 2 !== 0) {
    const code = 'ERR_INVALID_ARG_VALUE';
    throw Object.assign(new TypeError('the headers must be names and values in turn'), { code });
  }
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []));
}
