import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byTurns } from '../by-turns';
import type { Measure } from '../measure';
import { provenTimes } from '../proof/ready-times';
import { distinctSchedules } from '../schedules';

const ROUNDS = { full: 7, quick: 2, smoke: 1 };
const JOBS = { full: 500, quick: 500, smoke: 10 };
const LOGIC = join(__dirname, '../../test/support/logic/empty-job.ts');

/** What the proof of the timing rules costs at synth, in processor time. */
export const proof: Measure = {
  name: 'proof',
  what: 'synth of 500 jobs with 500 schedules, processor time',
  peer: 'without the proof of the timing rules',
  unit: 'ms',
  target: { kind: 'at most', ratio: 1.1 },
  async run(bench) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-proof-'));
    const readyFile = join(directory, 'times.json');
    const outDirectory = join(directory, 'out');
    const jobs = JOBS[bench.scale];
    writeFileSync(readyFile, JSON.stringify(provenTimes(distinctSchedules(jobs))));
    const { run } = await bench.compiled();
    const take = (times: string) => run('proof/child', times, String(jobs), outDirectory, LOGIC);
    try {
      return await byTurns(bench, ROUNDS[bench.scale], {
        product: () => take('proven'),
        peer: () => take(readyFile),
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
};
