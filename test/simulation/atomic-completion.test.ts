import { createDocument } from 'cdktf-deduped-scheduler/handler';
import { type FaultSearch, searchFaults } from 'cdktf-deduped-scheduler/testing';
import { JOB } from './simulated-job';

let effects = 0;

/** Books an entry together with the end of the run, as the job of `examples/atomic` does. */
const bookingAtomically: FaultSearch = {
  job: JOB,
  runs: 30,
  subject: () => ({
    logic: (outside) => async (run) => {
      const cents = await outside.call(() => 17);
      const entry = createDocument(`entries/${run.runId}-${run.attempt}`, {
        night: run.scheduledTime,
        cents,
      });
      await run.completeWith([entry]);
    },
    problems: ({ documents, commits }) => {
      const completed = commits.filter(({ kind, status }) => kind === 'finish' && status === 'completed');
      effects += documents.size;
      return documents.size === completed.length
        ? []
        : [`${documents.size} entries for ${completed.length} completed runs`];
    },
  }),
};

describe('job logic that completes atomically', () => {
  test('has as many effects as completed runs, under every kind of fault', async () => {
    expect(await searchFaults(bookingAtomically, { plans: 40, seed: 1 })).toEqual([]);
    expect(effects).toBeGreaterThan(500);
  });
});
