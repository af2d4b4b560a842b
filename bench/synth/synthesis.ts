import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArchive } from '../../src/handler/archive';
import type { Compiled } from '../compiled';
import { generateLogics } from '../generated-logics';

const HANDLERS = 4;

/** Which of the stacks. */
export type SynthesisSide = 'product' | 'handwritten';

/** Where the handlers' archives come from: either side bundles them itself, or is given a ready one for all. */
export type Archives = 'bundled' | 'ready';

/** Synthesizes both stacks in processes of their own. */
export interface Synthesis {
  /** Milliseconds of one synthesis. */
  take(side: SynthesisSide, jobs: number): Promise<number>;
  /**
   * @throws Error unless both sides make as many resources of each type
   */
  compare(jobs: number): Promise<void>;
  remove(): void;
}

/** Prepares what the stacks are made of. */
export function prepareSynthesis({ run }: Compiled, archives: Archives): Synthesis {
  const logics = generateLogics(HANDLERS);
  const directory = mkdtempSync(join(tmpdir(), 'bench-synth-'));
  const readyArchive = archives === 'ready' ? writeReadyArchive(directory) : '';
  const outDirectory = join(directory, 'out');
  const take = (side: SynthesisSide, jobs: number) => {
    rmSync(outDirectory, { recursive: true, force: true });
    return run('synth/child', side, String(jobs), directory, readyArchive, ...logics.files);
  };
  return {
    take,
    async compare(jobs) {
      const counts: string[] = [];
      for (const side of ['product', 'handwritten'] as const) {
        await take(side, jobs);
        counts.push(JSON.stringify(resourceCounts(outDirectory)));
      }
      const [product, handwritten] = counts;
      if (product !== handwritten) throw new Error(`not the same resources: ${product} and ${handwritten}`);
    },
    remove() {
      logics.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function writeReadyArchive(directory: string): string {
  const { zip, sha256 } = createArchive({ 'index.js': '// Ready: nothing was bundled.\n' });
  const file = join(directory, `${sha256}.zip`);
  writeFileSync(file, zip);
  return file;
}

function resourceCounts(outDirectory: string): [type: string, count: number][] {
  const file = join(outDirectory, 'stacks/bench/cdk.tf.json');
  const { resource } = JSON.parse(readFileSync(file, 'utf8')) as { resource: Record<string, object> };
  return Object.entries(resource)
    .map(([type, resources]): [string, number] => [type, Object.keys(resources).length])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
