import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import type { Compiled } from '../compiled';
import { generateLogics } from '../generated-logics';

const HANDLERS = 4;

/** Which of the stacks. */
export type SynthesisSide = 'product' | 'handwritten';

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

/** Prepares what the stacks are made of: job logic for the product, a ready archive for the handwritten one. */
export function prepareSynthesis({ run }: Compiled): Synthesis {
  const logics = generateLogics(HANDLERS);
  const directory = mkdtempSync(join(tmpdir(), 'bench-synth-'));
  const archive = join(directory, 'handler.zip');
  const [logicFile = ''] = logics.files;
  writeFileSync(archive, buildArchive(bundleHandler({ default: JobLogic.fromFile(logicFile) })).zip);
  const outDirectory = join(directory, 'out');
  const take = (side: SynthesisSide, jobs: number) => {
    rmSync(outDirectory, { recursive: true, force: true });
    return run('synth/child', side, String(jobs), outDirectory, archive, ...logics.files);
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

function resourceCounts(outDirectory: string): [type: string, count: number][] {
  const file = join(outDirectory, 'stacks/bench/cdk.tf.json');
  const { resource } = JSON.parse(readFileSync(file, 'utf8')) as { resource: Record<string, object> };
  return Object.entries(resource)
    .map(([type, resources]): [string, number] => [type, Object.keys(resources).length])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
