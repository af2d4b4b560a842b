import type { GoogleAuth, IdTokenClient } from 'google-auth-library';
import type { AccessToken } from '../stores/access-token';
import type { LoadAuthLibrary } from '../stores/auth-library';
import { googleAccessToken } from '../stores/google-access-token';
import type { ProxyTokens } from './proxy-port';

/**
 * Tokens through Application Default Credentials.
 *
 * @see https://cloud.google.com/docs/authentication/get-id-token
 */
export function googleTokens(loadLibrary: LoadAuthLibrary): ProxyTokens {
  const accessTokens = new Map<string, AccessToken>();
  const identities = new Map<string, { readonly client: IdTokenClient; readonly token: string }>();
  let auth: GoogleAuth | undefined;

  const identityClient = async (audience: string): Promise<IdTokenClient> => {
    if (auth === undefined) {
      const library = await loadLibrary();
      auth = new library.GoogleAuth();
    }
    return auth.getIdTokenClient(audience);
  };

  return {
    access: (scope, refused) => {
      const accessToken = accessTokens.get(scope) ?? googleAccessToken(scope, loadLibrary);
      accessTokens.set(scope, accessToken);
      return accessToken(refused);
    },
    identity: async (audience, refused) => {
      const given = identities.get(audience);
      // A client keeps its token until that is about to expire, so a refused one goes only with its client.
      const isUsable = given !== undefined && given.token !== refused;
      const client = isUsable ? given.client : await identityClient(audience);
      const headers = await client.getRequestHeaders();
      const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
      if (token === undefined) throw new Error('the credentials gave no ID token');
      identities.set(audience, { client, token });
      return token;
    },
  };
}
