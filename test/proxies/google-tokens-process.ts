import { googleTokens } from '../../lambda-handler/proxies/google-tokens';
import { loadAuthLibrary } from '../support/auth-library';

/** What the process prints, as JSON. */
export interface TokensReport {
  readonly isLibraryLoadedBefore: boolean;
  readonly identities: readonly string[];
  readonly accesses: readonly string[];
  /** What is given for one whose last token was refused, and for one whose refused token is not the last. */
  readonly afterRefusal: Readonly<Record<'identities' | 'accesses', readonly string[]>>;
}

// A process of its own: jest's module registry hides what is loaded.
async function main(): Promise<void> {
  const tokens = googleTokens(loadAuthLibrary);
  const isLibraryLoadedBefore = Object.keys(require.cache).some((file) =>
    file.includes('google-auth-library'),
  );
  const identities = [
    await tokens.identity('https://ledger.example'),
    await tokens.identity('https://ledger.example'),
    await tokens.identity('https://reports.example'),
  ];
  const accesses = [
    await tokens.access('scope-1'),
    await tokens.access('scope-1'),
    await tokens.access('scope-2'),
  ];
  const report: TokensReport = {
    isLibraryLoadedBefore,
    identities,
    accesses,
    afterRefusal: {
      identities: [
        await tokens.identity('https://ledger.example', identities[0]),
        await tokens.identity('https://ledger.example', identities[0]),
      ],
      accesses: [await tokens.access('scope-1', accesses[0]), await tokens.access('scope-1', accesses[0])],
    },
  };
  process.stdout.write(JSON.stringify(report));
}

if (require.main === module) void main();
