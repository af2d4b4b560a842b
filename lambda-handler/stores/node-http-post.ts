import * as http from 'node:http';
import type * as Https from 'node:https';
import type { HttpPost, HttpPostAnswer, HttpPostRequest } from './http-post';

type Client = Pick<typeof http, 'request'>;

/**
 * Posts to one server through Node's own HTTP client, over connections that are kept.
 *
 * `fetch` would do the same, but the first one in a process takes longer than a claim, and all of them more memory
 * and processor time than the rest of the handler. TLS is loaded with the first request that needs it.
 */
export function nodeHttpPost(): HttpPost {
  let agent: http.Agent | undefined;
  return (request) => {
    const client = request.url.startsWith('https:') ? (require('node:https') as typeof Https) : http;
    agent ??= new client.Agent({ keepAlive: true });
    return post(client, agent, request);
  };
}

function post(client: Client, agent: http.Agent, { url, headers, body, signal }: HttpPostRequest) {
  return new Promise<HttpPostAnswer>((resolve, reject) => {
    const sent = client.request(url, { method: 'POST', agent, headers, signal }, (response) => {
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
}
