/**
 * Gives the OAuth access token for calls to the store.
 *
 * `refused` is a token that the store did not accept: it is not to be given again from a cache.
 */
export type AccessToken = (refused?: string) => Promise<string>;

/** What the emulator and its stand-in take for a token with every right. */
export const EMULATOR_TOKEN = 'owner';
