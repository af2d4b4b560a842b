import { byTurns } from '../by-turns';
import { generateLogics } from '../generated-logics';
import type { Measure } from '../measure';

const ROUNDS = { full: 11, quick: 4, smoke: 1 };
const LOGICS = { full: 100, quick: 100, smoke: 3 };

/** What the checks of the job logic and their strictness cost beside the bundle itself. */
export const bundling: Measure = {
  name: 'bundling',
  what: 'bundling 100 job logics into one handler',
  peer: 'esbuild, called once',
  unit: 'ms',
  target: { kind: 'at most', ratio: 1.3 },
  async run(bench) {
    const { run } = await bench.compiled();
    const { files, remove } = generateLogics(LOGICS[bench.scale]);
    try {
      return await byTurns(bench, ROUNDS[bench.scale], {
        product: () => run('bundling/child', 'product', ...files),
        peer: () => run('bundling/child', 'esbuild', ...files),
      });
    } finally {
      remove();
    }
  },
};
