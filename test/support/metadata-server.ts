import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A metadata server as an instance of Cloud Run has it. */
export interface MetadataServer {
  /** `HOST:PORT`, as `GCE_METADATA_HOST` takes it. */
  readonly host: string;
  /** The paths that were asked for. */
  readonly paths: readonly string[];
  stop(): Promise<void>;
}

const TOKEN_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';

/**
 * Starts a metadata server on the loopback interface that gives out one access token.
 *
 * @see https://cloud.google.com/run/docs/container-contract#metadata-server
 */
export async function startMetadataServer(accessToken: string): Promise<MetadataServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    paths.push(path);
    response.setHeader('Metadata-Flavor', 'Google');
    response.setHeader('Content-Type', 'application/json');
    const token = { access_token: accessToken, expires_in: 3600, token_type: 'Bearer' };
    response.end(path === TOKEN_PATH ? JSON.stringify(token) : '{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
