/** What is searched: a job, a ledger that it calls, and what must hold of the ledger after a month of nights. */
// region search
import type { JobFunction } from 'cdktf-deduped-scheduler/handler';
import type { FaultSearch, Outside, SimulatedJob } from 'cdktf-deduped-scheduler/testing';
import type { Ledger } from './naive-invoices';

/** The times of the job; `simulatedJob(job, …)` takes them from a `DedupedSchedulerJob`. */
const job: SimulatedJob = {
  settings: {
    project: 'acme-billing',
    location: 'europe-west1',
    jobName: 'nightly-invoices',
    logic: 'default',
    timeoutSeconds: 170,
    leaseKind: 'fixed',
    leaseSeconds: 190,
    retentionSeconds: 86_400,
    retryWindowSeconds: 1_300,
    atMostOnce: false,
    forcedRuns: 'separate',
    missingScheduleTime: 'reject',
  },
  attemptDeadlineSeconds: 180,
  retry: {
    retryCount: 5,
    maxRetryDurationSeconds: 0,
    minBackoffSeconds: 7,
    maxBackoffSeconds: 3_600,
    maxDoublings: 5,
  },
  everySeconds: 86_400,
};

/** A month of nights for each plan of faults; the ledger outlives every instance. */
export function invoicesUnderFaults(logicWith: (ledger: Ledger) => JobFunction): FaultSearch {
  return {
    job,
    runs: 30,
    faults: ['crash', 'store', 'outside', 'answer-lost', 'late', 'duplicate'],
    subject: () => {
      const sent = new Map<string, number>();
      const ledgerOf = (outside: Outside): Ledger => ({
        post: ({ night, key }) =>
          outside.call(() => {
            const name = String(night?.toISOString());
            // A ledger that is given a key takes an invoice once.
            sent.set(name, key === undefined ? (sent.get(name) ?? 0) + 1 : 1);
          }),
      });
      return {
        logic: (outside) => logicWith(ledgerOf(outside)),
        problems: () =>
          [...sent].filter(([, times]) => times > 1).map(([night, times]) => `${night}: sent ${times} times`),
      };
    },
  };
}
// endregion
