import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript, type ScriptCommand, UsageError } from './command-line';
import { MUTANTS, type Mutant } from './mutant-list';

const ROOT = join(__dirname, '..');
const COPIED = ['lambda-handler', 'src', 'test/simulation', 'scripts', 'package.json', 'tsconfig.json'];
/** A mutant that survives so many plans is taken to survive all; one that is killed ends its run. */
const PLANS = 30_000;
const SEED = 1;

/** What a mutant was killed by; `undefined` when it survived. */
interface Verdict {
  readonly mutant: Mutant;
  readonly killedBy: string | undefined;
}

/** A copy of what the simulation needs, in a directory of its own. */
function copyWith({ name, file, text, replacement }: Mutant): string {
  const directory = mkdtempSync(join(tmpdir(), 'mutant-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(directory, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction');
  const before = readFileSync(join(directory, file), 'utf8');
  const found = before.split(text).length - 1;
  if (found !== 1)
    throw new Error(`the text of mutant "${name}" occurs ${found} times in ${file}, must be once`);
  writeFileSync(
    join(directory, file),
    before.replace(text, () => replacement),
  );
  return directory;
}

/** The name of the first property that does not hold under a mutant. */
async function judge(mutant: Mutant): Promise<Verdict> {
  const directory = copyWith(mutant);
  try {
    const output = await run(directory);
    // Code that cannot run is noticed by anything, and shows nothing.
    if (output.includes('internal-error'))
      throw new Error(`mutant "${mutant.name}" does not run:\n${output}`);
    return { mutant, killedBy: /^BROKEN ([^:]+):/m.exec(output)?.[1] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function run(directory: string): Promise<string> {
  const args = [
    '--import',
    'tsx',
    'scripts/fault-plans.ts',
    `--plans=${PLANS}`,
    `--seed=${SEED}`,
    '--no-shrink',
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      // 1 says that a property does not hold; anything without a verdict is a fault of the mutant itself.
      if (/ fault plans, seed /.test(stdout)) resolve(stdout);
      else reject(new Error(`the plans could not be checked: ${stderr || error}`));
    });
  });
}

/** Breaks the protocol in every way of the list, and checks that a property of the simulation notices each. */
export const mutants: ScriptCommand<readonly Mutant[]> = {
  usage: `Breaks the protocol in every way of a list, and checks that a property of the simulation notices each.

npm run mutants                     all of them
npm run mutants -- --only=lease     those whose name contains a text

It exits with 1 where one is not noticed.`,
  flags: { only: { type: 'string' } },
  read({ only }) {
    if (only === undefined) return MUTANTS;
    const chosen = only === '' ? [] : MUTANTS.filter(({ name }) => name.includes(String(only)));
    if (chosen.length === 0) throw new UsageError(`--only must be part of a mutant's name, got '${only}'`);
    return chosen;
  },
  async run(chosen) {
    const waiting = [...chosen];
    const verdicts: Verdict[] = [];
    const work = async () => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const verdict = await judge(mutant);
        verdicts.push(verdict);
        console.log(`${verdict.killedBy === undefined ? 'SURVIVED' : 'killed  '}  ${mutant.name}`);
        if (verdict.killedBy !== undefined) console.log(`          by: ${verdict.killedBy}`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
    const survived = verdicts.filter(({ killedBy }) => killedBy === undefined).length;
    console.log(`${verdicts.length} mutants, ${survived} survived`);
    return survived === 0 ? 0 : 1;
  },
};

async function main(): Promise<void> {
  process.exitCode = await runScript(mutants, process.argv.slice(2));
}

if (require.main === module) void main();
