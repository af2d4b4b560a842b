import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Options } from './options';
import { linePlot } from './plot/line-plot';
import { withFigures } from './readme-figures';
import type { Machine, Result } from './result';

const ROOT = join(__dirname, '..');

/**
 * Writes every figure that was taken, and the plots beside the file.
 *
 * @returns where they are
 */
export async function writeJson(
  results: readonly Result[],
  machine: Machine,
  { json, scale }: Options,
): Promise<string> {
  const file = resolve(json ?? join(__dirname, 'results', `${scale}.json`));
  await mkdir(dirname(file), { recursive: true });
  const rows = results.map(({ measure: { name, what, peer, unit, target }, ...found }) => {
    if (found.kind === 'not measured') return { name, what, peer, unit, target, reason: found.reason };
    const { figures, summary } = found;
    const { product, peer: peers, others } = figures;
    return { name, what, peer, unit, target, summary, figures: { product, peer: peers, others } };
  });
  await writeFile(file, `${JSON.stringify({ scale, machine, rows }, null, 2)}\n`);
  await writePlots(results, dirname(file));
  return file;
}

/** Writes the table into the README, and the plots into the docs. */
export async function writeReadme(results: readonly Result[], machine: Machine): Promise<void> {
  const readme = join(ROOT, 'README.md');
  await writeFile(readme, withFigures(await readFile(readme, 'utf8'), results, machine));
  await writePlots(results, join(ROOT, 'docs'));
}

async function writePlots(results: readonly Result[], directory: string): Promise<void> {
  for (const result of results) {
    const plot = result.kind === 'measured' ? result.figures.plot : undefined;
    if (plot !== undefined) await writeFile(join(directory, `${plot.name}.svg`), linePlot(plot));
  }
}
