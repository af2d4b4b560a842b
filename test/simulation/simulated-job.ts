import { type DeliveryFaults, type FaultPlan, NO_FAULTS } from '../../lambda-handler/simulation/fault-plan';
import type { SimulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';

/** A job every ten minutes whose retries come after 5, 10, 20, 40 and 80 seconds. */
export const JOB: SimulatedJob = {
  settings: {
    ...JOB_SETTINGS_DEFAULTS,
    project: 'billing-prod',
    location: 'europe-west1',
    jobName: 'nightly-invoices',
    timeoutSeconds: 20,
    leaseSeconds: 40,
    retentionSeconds: 3_600,
    retryWindowSeconds: 305,
  },
  attemptDeadlineSeconds: 30,
  retry: {
    retryCount: 5,
    maxRetryDurationSeconds: 0,
    minBackoffSeconds: 5,
    maxBackoffSeconds: 3_600,
    maxDoublings: 5,
  },
  everySeconds: 600,
};

/** A plan in which nothing goes wrong but what is named of the first run's deliveries. */
export function planOf(
  deliveries: readonly Partial<DeliveryFaults>[] = [],
  more: Partial<FaultPlan> = {},
): FaultPlan {
  const run = { lateMs: 0, deliveries: [], duplicates: [], pressedBeforeMs: [] };
  return {
    backoff: 'api',
    nextRun: 'ends-retries',
    storeAheadMs: 0,
    forgetAfterMs: 1,
    otherSettings: {},
    runs: [{ ...run, deliveries: deliveries.map((faults) => ({ ...NO_FAULTS, ...faults })) }],
    ...more,
  };
}
