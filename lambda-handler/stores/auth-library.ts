import type * as AuthLibrary from 'google-auth-library';

/**
 * Loads Google's auth library. Called with the first token and not before: loading takes longer than a claim.
 *
 * Whoever composes the modules gives it, since a handler has the library in a file of its own and a service that is
 * guarded has it as a package.
 */
export type LoadAuthLibrary = () => typeof AuthLibrary | Promise<typeof AuthLibrary>;
