import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Modules with job logic, each in a file of its own. */
export interface GeneratedLogics {
  /** Absolute paths. */
  readonly files: readonly string[];
  remove(): void;
}

/** Writes job logics as people write them: some code of their own, and a module that they share. */
export function generateLogics(count: number): GeneratedLogics {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'bench-logics-'));
  writeFileSync(join(directory, 'ledger.ts'), SHARED);
  const files = Array.from({ length: count }, (_, index) => {
    const file = join(directory, `job-${index}.ts`);
    writeFileSync(file, logicOf(index));
    return file;
  });
  return { files, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

const SHARED = `
export interface Entry { readonly account: string; readonly cents: number }

const ledger = process.env['LEDGER_URL'] ?? 'https://ledger.example.com';

export async function post(path: string, entries: readonly Entry[], key: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(\`\${ledger}/\${path}\`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(entries),
    signal,
  });
  if (!answer.ok) throw new Error(\`the ledger answered \${answer.status}\`);
}
`;

function logicOf(index: number): string {
  return `
import { type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';
import { type Entry, post } from './ledger';

const ACCOUNT = 'account-${index}';

export default async function job${index}(run: JobRun): Promise<{ entries: number }> {
  const entries: Entry[] = [];
  for (let day = 0; day < ${7 + (index % 24)}; day += 1) {
    const cents = await interestOf(ACCOUNT, day);
    if (Number.isNaN(cents)) throw new PermanentFailure(\`no interest for \${ACCOUNT} on day \${day}\`);
    if (cents !== 0) entries.push({ account: ACCOUNT, cents });
  }
  await post('interest/${index}', entries, run.token('interest'), run.signal);
  run.log.info('interest posted', { entries: entries.length });
  return { entries: entries.length };
}

async function interestOf(account: string, day: number): Promise<number> {
  return (account.length * ${index + 3} + day) % 17;
}
`;
}
