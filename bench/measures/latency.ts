import { byTurns } from '../by-turns';
import { deliverAll } from '../deployed/deliveries';
import type { Measure } from '../measure';
import { GUIDE } from './deployed-sides';
import { withRunningSides } from './running-sides';

const ROUNDS = { full: 20, quick: 6, smoke: 1 };
const RUNS = { full: 50, quick: 50, smoke: 3 };
const WARM_UP_RUNS = { full: 500, quick: 100, smoke: 1 };

/** From a delivery to its answer, claim and completion between them, one delivery at a time. */
export const latency: Measure = {
  name: 'latency',
  what: 'a run with claim and completion, one at a time',
  peer: GUIDE,
  unit: 'ms',
  target: { kind: 'at most', ratio: 0.5 },
  run: (bench) =>
    withRunningSides(bench, async (sides) => {
      const runs = RUNS[bench.scale];
      const meanMs = async (url: string) => {
        const startMs = performance.now();
        await deliverAll(url, runs, 1);
        return (performance.now() - startMs) / runs;
      };
      for (const { url } of sides.all) await deliverAll(url, WARM_UP_RUNS[bench.scale], 1);
      return byTurns(
        bench,
        ROUNDS[bench.scale],
        sides.take(({ url }) => meanMs(url)),
      );
    }),
};
