import { byTurns } from '../by-turns';
import { deliverAll } from '../deployed/deliveries';
import type { Measure } from '../measure';
import { GUIDE } from './deployed-sides';
import { withRunningSides } from './running-sides';

const ROUNDS = { full: 7, quick: 2, smoke: 1 };
const RUNS = { full: 1_000, quick: 1_000, smoke: 20 };
const CONCURRENCY = 80;

/** Runs that are all due at the top of the minute, at one instance. */
export const herd: Measure = {
  name: 'herd',
  what: '1,000 runs at once, one instance with concurrency 80',
  peer: GUIDE,
  unit: 'runs/s',
  target: { kind: 'at least', ratio: 2 },
  run: (bench) =>
    withRunningSides(bench, async (sides) => {
      const runs = RUNS[bench.scale];
      const runsPerSecond = async (url: string) => {
        const startMs = performance.now();
        await deliverAll(url, runs, CONCURRENCY);
        return (runs / (performance.now() - startMs)) * 1_000;
      };
      for (const { url } of sides.all) await deliverAll(url, runs / 2, CONCURRENCY);
      return byTurns(
        bench,
        ROUNDS[bench.scale],
        sides.take(({ url }) => runsPerSecond(url)),
      );
    }),
};
