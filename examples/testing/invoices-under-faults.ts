/**
 * Finds out what job logic does when instances crash, answers are lost and deliveries come twice.
 *
 * npx tsx --tsconfig examples/tsconfig.json examples/testing/invoices-under-faults.ts
 */
// region search
import type { JobFunction } from 'cdktf-deduped-scheduler/handler';
import {
  type FaultSearch,
  type Outside,
  type SimulatedJob,
  searchFaults,
} from 'cdktf-deduped-scheduler/testing';
import { type Ledger, naiveInvoices } from './naive-invoices';
import { safeInvoices } from './safe-invoices';

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

async function main(): Promise<void> {
  for (const [name, logic] of Object.entries({ naiveInvoices, safeInvoices })) {
    const violations = await searchFaults(invoicesUnderFaults(logic), { plans: 20 });
    const [first] = violations;
    console.log(`${name}: ${violations.length} of 20 months show a problem`);
    if (first !== undefined) console.log(`seed ${first.seed}: ${first.problems[0]}`);
  }
}

if (require.main === module) void main();
// endregion
