/** Searches for faults of job logics that leave promises alone, and prints what each search finds. */
import { updateDocument } from '../../../lambda-handler/document-writes';
import type { JobFunction } from '../../../lambda-handler/job-run';
import type { Outside } from '../../../lambda-handler/simulation/outside';
import { searchFaults } from '../../../lambda-handler/simulation/search-faults';
import { JOB } from '../simulated-job';

const refuses = async () => {
  throw new Error('duplicate key');
};

const LOGICS: Readonly<Record<string, (outside: Outside) => JobFunction>> = {
  effect: (outside) => async () => {
    await outside.call(refuses).catch(() => {});
  },
  call: (outside) => async () => {
    outside.call(refuses);
  },
  completion: () => async (run) => {
    run.completeWith([updateDocument('effects/none', { sent: 1 })]);
    await run.completeWith([]).catch(() => {});
  },
};

async function main(): Promise<void> {
  for (const [name, logic] of Object.entries(LOGICS)) {
    const subject = () => ({ logic, problems: () => [] });
    const found = await searchFaults({ job: JOB, runs: 1, subject }, { plans: 20 });
    process.stdout.write(`${name}: ${found.length} problems\n`);
  }
}

void main();
