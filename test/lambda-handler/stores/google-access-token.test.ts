import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TokenReport } from './google-access-token-process';

const TOKEN_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';

describe('googleAccessToken', () => {
  const scopes: (string | null)[] = [];
  let metadata: Server;
  let report: TokenReport;

  beforeAll(async () => {
    metadata = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://metadata');
      response.setHeader('metadata-flavor', 'Google');
      if (url.pathname !== TOKEN_PATH) return response.writeHead(404).end();
      scopes.push(url.searchParams.get('scopes'));
      const token = { access_token: `token-${scopes.length}`, expires_in: 3599, token_type: 'Bearer' };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(token));
    });
    await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));

    const program = path.join(__dirname, 'google-access-token-process.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], {
      env: {
        PATH: process.env['PATH'],
        // Where a person keeps credentials there are none.
        HOME: __dirname,
        GCE_METADATA_HOST: `127.0.0.1:${(metadata.address() as AddressInfo).port}`,
        METADATA_SERVER_DETECTION: 'assume-present',
      },
    });
    report = JSON.parse(stdout);
  });

  afterAll(() => {
    metadata.closeAllConnections();
    metadata.close();
  });

  test('loads the library with the first token and not before', () => {
    expect(report).toMatchObject({ isLibraryLoadedBefore: false, isLibraryLoadedAfter: true });
  });

  test('keeps a token until it is refused', () => {
    expect(report).toMatchObject({ first: 'token-1', cached: 'token-1', renewed: 'token-2' });
  });

  test('keeps a newer token when an older one is refused', () => {
    expect(report.renewedAlready).toBe('token-2');
  });

  test('asks for the scope and nothing beyond it', () => {
    const scope = 'https://www.googleapis.com/auth/datastore';

    expect(scopes).toEqual([scope, scope]);
  });
});
