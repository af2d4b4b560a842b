import type { HttpPost, HttpPostAnswer } from './http-post';
import { nodeClient } from './node-client';

/**
 * Posts through Node's own HTTP client, over connections that are kept.
 *
 * `fetch` would do the same, but the first one in a process takes longer than a claim, and all of them more memory
 * and processor time than the rest of the handler.
 */
export const nodeHttpPost: HttpPost = ({ url, headers, body, signal }) => {
  return new Promise<HttpPostAnswer>((resolve, reject) => {
    // With the process's own agent, which keeps connections and minds NODE_USE_ENV_PROXY.
    const sent = nodeClient(url).request(url, { method: 'POST', headers, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
};
