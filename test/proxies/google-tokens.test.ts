import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TokensReport } from './google-tokens-process';

const ACCOUNT = '/computeMetadata/v1/instance/service-accounts/default';

/** An ID token as far as a client looks at it: when it expires. */
function identityToken(audience: string, number: number): string {
  const payload = { aud: audience, number, exp: Math.floor(Date.now() / 1000) + 3_600 };
  return ['header', Buffer.from(JSON.stringify(payload)).toString('base64'), 'signature'].join('.');
}

function audienceOf(token: string | undefined): unknown {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64').toString()).aud;
}

describe('googleTokens', () => {
  let metadata: Server;
  let report: TokensReport;
  let given = 0;

  beforeAll(async () => {
    metadata = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://metadata');
      response.setHeader('metadata-flavor', 'Google');
      given += 1;
      if (url.pathname === `${ACCOUNT}/identity`) {
        response.end(identityToken(url.searchParams.get('audience') ?? '', given));
      } else if (url.pathname === `${ACCOUNT}/token`) {
        const token = { access_token: `${url.searchParams.get('scopes')}/${given}`, expires_in: 3599 };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(token));
      } else {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));

    const program = path.join(__dirname, 'google-tokens-process.ts');
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

  test('loads no library before a token is needed', () => {
    expect(report.isLibraryLoadedBefore).toBe(false);
  });

  test('gives one ID token for each audience, until it expires', () => {
    const [first, again, other] = report.identities;

    expect(audienceOf(first)).toBe('https://ledger.example');
    expect(again).toBe(first);
    expect(audienceOf(other)).toBe('https://reports.example');
  });

  test('gives one access token for each scope, until it expires', () => {
    const [first, again, other] = report.accesses;

    expect(first).toMatch(/^scope-1\//);
    expect(again).toBe(first);
    expect(other).toMatch(/^scope-2\//);
  });
});
