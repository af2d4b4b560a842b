import type { GoogleAuth } from 'google-auth-library';
import type { AccessToken } from './access-token';
import type { LoadAuthLibrary } from './auth-library';

/**
 * Tokens of the service account that the handler runs as, through Application Default Credentials.
 *
 * @see https://cloud.google.com/docs/authentication/application-default-credentials
 */
export function googleAccessToken(scope: string, loadLibrary: LoadAuthLibrary): AccessToken {
  let auth: GoogleAuth | undefined;
  let given: string | undefined;
  return async (refused) => {
    // The library caches a token until it expires, so a refused one goes only with its cache.
    if (refused !== undefined && refused === given) auth = undefined;
    if (auth === undefined) {
      const library = await loadLibrary();
      auth = new library.GoogleAuth({ scopes: [scope] });
    }
    const token = await auth.getAccessToken();
    if (!token) throw new Error('the credentials gave no access token');
    given = token;
    return token;
  };
}
