import type * as AuthLibrary from 'google-auth-library';

/** Loads the auth library as a package, where there is no handler's archive. */
export function loadAuthLibrary(): typeof AuthLibrary {
  return require('google-auth-library') as typeof AuthLibrary;
}
