import type { Bench } from '../bench';
import { deliverAll } from '../deployed/deliveries';
import { openHandles, residentMegabytes } from '../deployed/process-usage';
import { CannotBeMeasured, type Figures, type Measure } from '../measure';
import { withInstance } from './deployed-sides';

const SAMPLES = 100;
const RUNS_BETWEEN = { full: 1_000, quick: 100, smoke: 1 };
const AT_A_TIME = 8;

/** What a process holds while it carries out 100,000 runs. */
export const soakMemory: Measure = {
  name: 'soak-memory',
  what: 'memory (RSS) over 100,000 runs in one process, last fifth',
  peer: 'middle fifth',
  unit: 'MB',
  target: { kind: 'at most', ratio: 1.1 },
  isLong: true,
  async run(bench) {
    const samples = await soak(bench);
    const line = (label: string, y: (sample: Sample) => number) => ({
      label,
      points: samples.map((sample) => ({ x: sample.runs, y: y(sample) })),
    });
    return {
      ...fifths(samples.map(({ megabytes }) => megabytes)),
      plot: {
        name: 'soak',
        title: 'One process over its runs',
        xLabel: 'runs',
        yLabel: 'MB, handles',
        series: [
          line('memory (RSS), MB', ({ megabytes }) => megabytes),
          line('open handles', ({ handles }) => handles ?? 0),
        ],
      },
    };
  },
};

/** Files and sockets that it has open. */
export const soakHandles: Measure = {
  name: 'soak-handles',
  what: 'open handles over 100,000 runs in one process, last fifth',
  peer: 'middle fifth',
  unit: 'handles',
  target: { kind: 'at most', ratio: 1.1 },
  isLong: true,
  async run(bench) {
    const samples = await soak(bench);
    return fifths(
      samples.map(({ handles }) => {
        if (handles === undefined)
          throw new CannotBeMeasured('this system does not tell the handles of a process');
        return handles;
      }),
    );
  },
};

interface Sample {
  readonly runs: number;
  readonly megabytes: number;
  readonly handles: number | undefined;
}

const soaks = new WeakMap<Bench, Promise<readonly Sample[]>>();

/** Both rows are of the same process. */
function soak(bench: Bench): Promise<readonly Sample[]> {
  const taken = soaks.get(bench) ?? takeSamples(bench);
  soaks.set(bench, taken);
  return taken;
}

async function takeSamples(bench: Bench): Promise<readonly Sample[]> {
  const deployment = await bench.product();
  return withInstance(bench, { deployment, host: 'functions-framework' }, async ({ url, pid }) => {
    const samples: Sample[] = [];
    for (let taken = 1; taken <= SAMPLES; taken += 1) {
      await deliverAll(url, RUNS_BETWEEN[bench.scale], AT_A_TIME);
      const runs = taken * RUNS_BETWEEN[bench.scale];
      bench.progress.live(`${runs.toLocaleString('en-US')} runs`);
      samples.push({ runs, megabytes: await residentMegabytes(pid), handles: await openHandles(pid) });
    }
    return samples;
  });
}

/** The last fifth against the middle one: before that, V8 still lets its heap grow to what the load needs. */
function fifths(values: readonly number[]): Figures {
  const length = Math.floor(values.length / 5);
  return { product: values.slice(-length), peer: values.slice(2 * length, 3 * length) };
}
