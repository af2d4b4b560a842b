import { googleTokens } from '../../lambda-handler/proxies/google-tokens';
import { loadAuthLibrary } from '../support/auth-library';

/** What the process prints, as JSON. */
export interface TokensReport {
  readonly isLibraryLoadedBefore: boolean;
  readonly identities: readonly string[];
  readonly accesses: readonly string[];
}

// A process of its own: jest's module registry hides what is loaded.
async function main(): Promise<void> {
  const tokens = googleTokens(loadAuthLibrary);
  const isLibraryLoadedBefore = Object.keys(require.cache).some((file) =>
    file.includes('google-auth-library'),
  );
  const report: TokensReport = {
    isLibraryLoadedBefore,
    identities: [
      await tokens.identity('https://ledger.example'),
      await tokens.identity('https://ledger.example'),
      await tokens.identity('https://reports.example'),
    ],
    accesses: [
      await tokens.access('scope-1'),
      await tokens.access('scope-1'),
      await tokens.access('scope-2'),
    ],
  };
  process.stdout.write(JSON.stringify(report));
}

if (require.main === module) void main();
