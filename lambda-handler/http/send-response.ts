import type { ServerResponse } from 'node:http';
import type { HttpResponse } from './answer';

/**
 * Sends an answer; resolves when it has left or the connection is gone. Never rejects.
 *
 * A host may have answered already (a framework's own time limit), and then nothing is sent.
 */
export function sendResponse(res: ServerResponse, response: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    if (res.headersSent || res.destroyed) return resolve();
    res.once('finish', resolve).once('close', resolve).once('error', resolve);
    res.writeHead(response.status, response.headers).end(response.body);
  });
}
