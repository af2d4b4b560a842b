import { googleAccessToken } from '../../../lambda-handler/stores/google-access-token';
import { loadAuthLibrary } from '../../support/auth-library';

/** What the process prints, as JSON. */
export interface TokenReport {
  readonly isLibraryLoadedBefore: boolean;
  readonly isLibraryLoadedAfter: boolean;
  readonly first: string;
  readonly cached: string;
  /** Asked for with `first` refused. */
  readonly renewed: string;
  /** Asked for with `first` refused again. */
  readonly renewedAlready: string;
}

// A process of its own: jest's module registry hides what is loaded.
async function main(): Promise<void> {
  const accessToken = googleAccessToken('https://www.googleapis.com/auth/datastore', loadAuthLibrary);
  const isLibraryLoadedBefore = isLibraryLoaded();
  const first = await accessToken();
  const report: TokenReport = {
    isLibraryLoadedBefore,
    isLibraryLoadedAfter: isLibraryLoaded(),
    first,
    cached: await accessToken(),
    renewed: await accessToken(first),
    renewedAlready: await accessToken(first),
  };
  process.stdout.write(JSON.stringify(report));
}

function isLibraryLoaded(): boolean {
  return Object.keys(require.cache).some((file) => file.includes('google-auth-library'));
}

if (require.main === module) void main();
