import type { Bench } from '../bench';
import { byTurns } from '../by-turns';
import type { Deployment, Host } from '../deployed/deployment';
import type { Figures, Measure } from '../measure';
import { deployedSides, GUIDE, withInstance } from './deployed-sides';

const ROUNDS = { full: 15, quick: 5, smoke: 1 };

/** From the start of the process to the answer to its first run, as Cloud Run starts what Google has built. */
export const coldStart: Measure = {
  name: 'cold-start',
  what: 'cold start to the first answer, functions-framework',
  peer: GUIDE,
  unit: 'ms',
  target: { kind: 'at most', ratio: 0.4 },
  run: (bench) => startedOn(bench, 'functions-framework'),
};

/** The same for the handler as its own server, as from an image; the peer needs its framework all the same. */
export const coldStartPlain: Measure = {
  name: 'cold-start-image',
  what: 'cold start to the first answer, image',
  peer: GUIDE,
  unit: 'ms',
  target: { kind: 'at most', ratio: 0.2 },
  run: (bench) => startedOn(bench, 'plain'),
};

async function startedOn(bench: Bench, host: Host): Promise<Figures> {
  const product = await bench.product();
  const sides = await deployedSides(bench, (deployment: Deployment) =>
    withInstance(
      bench,
      { deployment, host: deployment === product ? host : 'functions-framework' },
      ({ firstAnswerMs }) => firstAnswerMs,
    ),
  );
  // The first start of each reads its files from the disk.
  await Promise.all([sides.product(), sides.peer()]);
  return byTurns(bench, ROUNDS[bench.scale], sides);
}
