import path from 'node:path';
import {
  accessTokenAnswer,
  type MetadataServer,
  reportWithMetadata,
  startMetadataServer,
} from '../support/metadata-server';
import type { TokensReport } from './google-tokens-process';

/** An ID token as far as a client looks at it: when it expires. */
function identityToken(audience: string, number: number): string {
  const payload = { aud: audience, number, exp: Math.floor(Date.now() / 1000) + 3_600 };
  return ['header', Buffer.from(JSON.stringify(payload)).toString('base64'), 'signature'].join('.');
}

function audienceOf(token: string | undefined): unknown {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64').toString()).aud;
}

describe('googleTokens', () => {
  let metadata: MetadataServer;
  let report: TokensReport;
  let given = 0;

  beforeAll(async () => {
    metadata = await startMetadataServer(({ kind, query }) => {
      given += 1;
      if (kind === 'identity') return identityToken(query.get('audience') ?? '', given);
      return kind === 'token' ? accessTokenAnswer(`${query.get('scopes')}/${given}`) : undefined;
    });
    report = await reportWithMetadata(path.join(__dirname, 'google-tokens-process.ts'), metadata);
  });

  afterAll(() => metadata?.stop());

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

  test.each(['identities', 'accesses'] as const)('gives a refused one of %s no more', (kind) => {
    const [refused] = report[kind];
    const [other, again] = report.afterRefusal[kind];

    expect(other).not.toBe(refused);
    expect(again).toBe(other);
  });
});
