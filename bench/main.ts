/**
 * Measures the library and what it makes against what a user would otherwise have: the pattern of Google's guide,
 * the same resources written by hand, esbuild called directly. Both sides by turns, on this machine.
 *
 * npm run bench
 */
import { type Bench, createBench, stopBench } from './bench';
import { MEASURES } from './catalogue';
import { ratioText } from './figure-text';
import { thisMachine } from './machine';
import { CannotBeMeasured, type Measure } from './measure';
import { type Options, parseOptions, USAGE } from './options';
import { showProgress } from './progress';
import type { Result } from './result';
import { summarize } from './statistics';
import { table } from './table';
import { writeJson, writeReadme } from './write-results';

async function main(): Promise<void> {
  const options = parseOptions(
    process.argv.slice(2),
    MEASURES.map(({ name }) => name),
  );
  if (options.help) return void process.stdout.write(`${USAGE}\n`);
  const bench = createBench(options.scale, showProgress(process.stderr));
  try {
    const results = await measureAll(bench, wanted(options));
    process.stdout.write(`\n${table(results)}\n`);
    const machine = await thisMachine();
    const file = await writeJson(results, machine, options);
    bench.progress.line(`figures and plots: ${file}`);
    if (options.readme) await writeReadme(results, machine);
    if (options.scale === 'smoke') bench.progress.line('every row runs; the figures of a smoke say nothing');
  } finally {
    await stopBench(bench);
  }
}

function wanted({ rows, soak, scale }: Options): Measure[] {
  if (rows.length > 0) return MEASURES.filter(({ name }) => rows.includes(name));
  return MEASURES.filter(({ isLong }) => isLong !== true || soak || scale === 'smoke');
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

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
