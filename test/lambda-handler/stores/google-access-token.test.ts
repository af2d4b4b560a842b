import path from 'node:path';
import {
  accessTokenAnswer,
  type MetadataServer,
  reportWithMetadata,
  startMetadataServer,
} from '../../support/metadata-server';
import type { TokenReport } from './google-access-token-process';

describe('googleAccessToken', () => {
  const scopes: (string | null)[] = [];
  let metadata: MetadataServer;
  let report: TokenReport;

  beforeAll(async () => {
    metadata = await startMetadataServer(({ kind, query }) => {
      if (kind !== 'token') return undefined;
      scopes.push(query.get('scopes'));
      return accessTokenAnswer(`token-${scopes.length}`);
    });
    report = await reportWithMetadata(path.join(__dirname, 'google-access-token-process.ts'), metadata);
  });

  afterAll(() => metadata?.stop());

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
