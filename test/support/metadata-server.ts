import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

/** A metadata server as an instance of Cloud Run has it. */
export interface MetadataServer {
  /** `HOST:PORT`, as `GCE_METADATA_HOST` takes it. */
  readonly host: string;
  /** The paths that were asked for. */
  readonly paths: readonly string[];
  stop(): Promise<void>;
}

/** What is asked for, below the account that the instance runs as. */
export type MetadataRequest = {
  readonly kind: 'token' | 'identity' | 'other';
  readonly query: URLSearchParams;
};

const ACCOUNT = '/computeMetadata/v1/instance/service-accounts/default';
const KINDS = new Map([
  [`${ACCOUNT}/token`, 'token'],
  [`${ACCOUNT}/identity`, 'identity'],
] as const);

/** An access token as the server gives it. */
export function accessTokenAnswer(token: string): object {
  return { access_token: token, expires_in: 3599, token_type: 'Bearer' };
}

/**
 * Starts a metadata server on the loopback interface.
 *
 * @param answer an object is sent as JSON, a text as it is, and nothing is 404
 * @see https://cloud.google.com/run/docs/container-contract#metadata-server
 */
export async function startMetadataServer(
  answer: (request: MetadataRequest) => object | string | undefined,
): Promise<MetadataServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://metadata');
    paths.push(pathname);
    response.setHeader('Metadata-Flavor', 'Google');
    const kind = (KINDS as ReadonlyMap<string, 'token' | 'identity'>).get(pathname) ?? 'other';
    const content = answer({ kind, query });
    if (content === undefined) response.writeHead(404).end();
    else if (typeof content === 'string') response.end(content);
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(content));
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

/** Runs a program whose credentials are the server's, and reads the JSON that it prints. */
export async function reportWithMetadata<Report>(program: string, { host }: MetadataServer): Promise<Report> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], {
    env: {
      PATH: process.env['PATH'],
      // Where a person keeps credentials there are none.
      HOME: __dirname,
      GCE_METADATA_HOST: host,
      METADATA_SERVER_DETECTION: 'assume-present',
    },
  });
  return JSON.parse(stdout);
}
