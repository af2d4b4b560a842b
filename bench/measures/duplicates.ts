import { Agent } from 'node:http';
import { byTurns } from '../by-turns';
import { deliver, scheduledRun } from '../deployed/deliveries';
import type { Measure } from '../measure';
import { GUIDE } from './deployed-sides';
import { withCountedInstances } from './round-trips';
import { withRunningSides } from './running-sides';

const ROUNDS = { full: 7, quick: 2, smoke: 1 };
const DUPLICATES = { full: 200, quick: 200, smoke: 5 };

/** What all deliveries of one run ask of the store together. */
export const duplicateRequests: Measure = {
  name: 'duplicates-requests',
  what: '200 duplicates of one run at once: store requests',
  peer: GUIDE,
  unit: 'requests',
  target: { kind: 'at most', ratio: 0.6 },
  run: (bench) =>
    withCountedInstances(bench, ({ product, peer }) => {
      const requestsOf = async ({ url, store }: typeof product) => {
        const before = store.count();
        await deliverAtOnce(url, DUPLICATES[bench.scale]);
        return store.count() - before;
      };
      return byTurns(bench, ROUNDS[bench.scale], {
        product: () => requestsOf(product),
        peer: () => requestsOf(peer),
      });
    }),
};

/** How long the last of them waits for its answer. */
export const slowestDuplicate: Measure = {
  name: 'duplicates-slowest',
  what: '200 duplicates of one run at once: slowest answer',
  peer: GUIDE,
  unit: 'ms',
  target: { kind: 'at most', ratio: 0.6 },
  run: (bench) =>
    withRunningSides(bench, async (sides) => {
      const copies = DUPLICATES[bench.scale];
      for (const { url } of sides.all) await deliverAtOnce(url, copies / 5);
      return byTurns(
        bench,
        ROUNDS[bench.scale],
        sides.take(({ url }) => deliverAtOnce(url, copies)),
      );
    }),
};

/** Delivers one run many times at once, and tells when the last answer came, in milliseconds. */
async function deliverAtOnce(url: string, copies: number): Promise<number> {
  const headers = scheduledRun();
  const agent = new Agent({ keepAlive: true });
  const startMs = performance.now();
  try {
    await Promise.all(Array.from({ length: copies }, () => deliver({ url, headers, agent })));
    return performance.now() - startMs;
  } finally {
    agent.destroy();
  }
}
