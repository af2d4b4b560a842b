import type { RetrySettings } from '../timing/retry-window';

/** What decides how one run of a job goes, all of it known. Seconds. */
export interface RunSettings extends RetrySettings {
  /** Smallest gap between scheduled times (`G`); absent where the schedule is known only at deploy time. */
  readonly gapSeconds?: number;
  /** How long Cloud Scheduler waits for an answer (`D`). */
  readonly attemptDeadlineSeconds: number;
  /** How long a claim blocks its run (`L`). */
  readonly leaseSeconds: number;
  /** The lease is renewed while its attempt works. @default false */
  readonly isLeaseRenewed?: boolean;
  /** How long a run is remembered (`R`). */
  readonly retentionSeconds: number;
}
