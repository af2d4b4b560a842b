/**
 * Measures the library and what it makes against what a user would otherwise have: the pattern of Google's guide,
 * the same resources written by hand, esbuild called directly. Both sides by turns, on this machine.
 *
 * npm run bench
 */
import { UsageError } from '../scripts/command-line';
import { type Bench, createBench, stopBench } from './bench';
import { MEASURES, wantedMeasures } from './catalogue';
import { ratioText } from './figure-text';
import { thisMachine } from './machine';
import { CannotBeMeasured, type Measure } from './measure';
import { type Options, parseOptions, USAGE } from './options';
import { showProgress } from './progress';
import type { Result } from './result';
import { summarize } from './statistics';
import { table } from './table';
import { writeJson, writeReadme } from './write-results';

const WRONG_CALL = 2;

/** Resolves with the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = optionsOf(args);
  if (options === undefined) return WRONG_CALL;
  if (options.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const bench = createBench(options.scale, showProgress(process.stderr));
  try {
    const results = await measureAll(bench, wantedMeasures(options));
    process.stdout.write(`\n${table(results)}\n`);
    const machine = await thisMachine();
    const file = await writeJson(results, machine, options);
    bench.progress.line(`figures and plots: ${file}`);
    if (options.readme) await writeReadme(results, machine);
    if (options.scale === 'smoke') bench.progress.line('every row runs; the figures of a smoke say nothing');
    return 0;
  } finally {
    await stopBench(bench);
  }
}

/** Says what is wrong with the arguments; `undefined` then. */
function optionsOf(args: readonly string[]): Options | undefined {
  try {
    return parseOptions(
      args,
      MEASURES.map(({ name }) => name),
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    return undefined;
  }
}

async function measureAll(bench: Bench, measures: readonly Measure[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, measure] of measures.entries()) {
    bench.progress.line(`${index + 1}/${measures.length} ${measure.what}`);
    const startMs = performance.now();
    const result = await take(bench, measure);
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const found =
      result.kind === 'measured' ? ratioText(result.summary.ratio) : `not measured: ${result.reason}`;
    bench.progress.line(`  ${found} (${seconds} s)`);
    results.push(result);
  }
  return results;
}

async function take(bench: Bench, measure: Measure): Promise<Result> {
  try {
    const figures = await measure.run(bench);
    return { measure, kind: 'measured', figures, summary: summarize(figures) };
  } catch (error) {
    if (!(error instanceof CannotBeMeasured)) throw error;
    return { measure, kind: 'not measured', reason: error.message };
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
