import { byTurns } from '../by-turns';
import { deliverAll } from '../deployed/deliveries';
import { residentMegabytes } from '../deployed/process-usage';
import type { Measure } from '../measure';
import { deployedSides, GUIDE, withInstance } from './deployed-sides';

const ROUNDS = { full: 5, quick: 1, smoke: 1 };
const RUNS = { full: 1_000, quick: 1_000, smoke: 20 };
const AT_A_TIME = 8;

/** Resident memory of an instance after a thousand runs. */
export const memory: Measure = {
  name: 'memory',
  what: 'memory (RSS) after 1,000 runs',
  peer: GUIDE,
  unit: 'MB',
  target: { kind: 'at most', ratio: 0.6 },
  async run(bench) {
    const sides = await deployedSides(bench, (deployment) =>
      withInstance(bench, { deployment, host: 'functions-framework' }, async ({ url, pid }) => {
        await deliverAll(url, RUNS[bench.scale], AT_A_TIME);
        return residentMegabytes(pid);
      }),
    );
    return byTurns(bench, ROUNDS[bench.scale], sides);
  },
};
