import { byTurns } from '../by-turns';
import type { Measure } from '../measure';
import { median } from '../statistics';
import { prepareSynthesis } from '../synth/synthesis';

const ROUNDS = { full: 7, quick: 2, smoke: 1 };
const JOBS = { full: 1_000, quick: 1_000, smoke: 20 };
const STEPS = { full: [100, 250, 500, 750, 1_000], quick: [100, 1_000], smoke: [4, 20] };

/** The stack of a large team, against what it would be without this library. */
export const synth: Measure = {
  name: 'synth',
  what: 'synth of 1,000 jobs over four shared handlers',
  peer: 'by hand in CDKTF, with esbuild',
  unit: 'ms',
  target: { kind: 'at most', ratio: 1.25 },
  async run(bench) {
    const synthesis = prepareSynthesis(await bench.compiled(), 'bundled');
    try {
      const jobs = JOBS[bench.scale];
      await synthesis.compare(jobs);
      return await byTurns(bench, ROUNDS[bench.scale], {
        product: () => synthesis.take('product', jobs),
        peer: () => synthesis.take('handwritten', jobs),
      });
    } finally {
      synthesis.remove();
    }
  },
};

/** Ten times the jobs are to take about ten times as long: over ready archives, since bundling takes as long for few. */
export const synthGrowth: Measure = {
  name: 'synth-growth',
  what: 'synth of 1,000 jobs over ready archives',
  peer: '100 jobs',
  unit: 'ms',
  target: { kind: 'at most', ratio: 11 },
  async run(bench) {
    const synthesis = prepareSynthesis(await bench.compiled(), 'ready');
    const steps = STEPS[bench.scale].map((jobs) => ({
      jobs,
      product: [] as number[],
      handwritten: [] as number[],
    }));
    try {
      for (let round = 1; round <= ROUNDS[bench.scale]; round += 1) {
        for (const { jobs, ...figures } of steps) {
          bench.progress.live(`round ${round} of ${ROUNDS[bench.scale]}, ${jobs} jobs`);
          figures.product.push(await synthesis.take('product', jobs));
          figures.handwritten.push(await synthesis.take('handwritten', jobs));
        }
      }
    } finally {
      synthesis.remove();
    }
    const lineOf = (label: string, side: 'product' | 'handwritten') => ({
      label,
      points: steps.map(({ jobs, ...figures }) => ({ x: jobs, y: median(figures[side]) })),
    });
    return {
      product: steps.at(-1)?.product ?? [],
      peer: steps[0]?.product ?? [],
      plot: {
        name: 'synth-growth',
        title: 'Time of one synth, four shared handlers, ready archives',
        xLabel: 'jobs in the stack',
        yLabel: 'ms',
        series: [lineOf('this library', 'product'), lineOf('by hand in CDKTF', 'handwritten')],
      },
    };
  },
};
