import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HttpResponse } from './answer';
import type { HttpRequest } from './handle-delivery';
import { readBody } from './request-body';
import { requestHeaders } from './request-headers';
import { sendResponse } from './send-response';

/** Answers a request; never rejects. */
export type Handle = (request: HttpRequest) => Promise<HttpResponse>;

/** Notes a piece of work that the process must not be ended during. */
export type Track = (work: Promise<void>) => void;

/** A plain Node server: the host of a handler that runs from an image. */
export function createNodeServer(handle: Handle, track: Track): Server {
  return createServer((req, res) => track(serve(handle, req, res)));
}

/** Carries a delivery to its end whether or not the client is still there. */
async function serve(handle: Handle, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const response = await handle({
    method: req.method ?? '',
    headers: requestHeaders(req.rawHeaders),
    body: () => readBody(req),
  });
  await sendResponse(res, response);
}
