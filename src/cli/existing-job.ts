import type { Problem } from '../problem';
import type { WholeRange } from '../timing/cloud-scheduler-limits';
import type { RetryInput } from '../timing/timing-input';
import type { OrUnknown } from '../timing/unknown';
import type { SettingNames } from './setting-names';

/** A job as it was found: what is absent was not given, and Cloud Scheduler's own default counts. */
export interface ExistingJob {
  readonly name: string;
  /** How the settings are called where the job was found. */
  readonly names: SettingNames;
  readonly schedule: OrUnknown<string>;
  readonly timeZone: OrUnknown<string>;
  /** @default - 180 s */
  readonly attemptDeadlineSeconds?: OrUnknown<number>;
  readonly attemptDeadlineRange: WholeRange;
  readonly retry: RetryInput;
  /**
   * What the handler was told of the job.
   *
   * @default - nothing is known of the handler, and `DedupedSchedulerJob`'s defaults are assumed
   */
  readonly handler?: HandlerTimes;
  /** What is missing for a full check, as sentences. */
  readonly missing: readonly string[];
  /** Settings whose text could not be read. */
  readonly unreadable: readonly Problem[];
}

/** The times that the handler of a job enforces. Seconds. */
export interface HandlerTimes {
  /** @default - attempt deadline less the time to claim */
  readonly timeoutSeconds?: OrUnknown<number>;
  /** @default - attempt deadline and margin */
  readonly leaseSeconds?: OrUnknown<number>;
  /** The lease is renewed while an attempt works, and need not outlive it. @default false */
  readonly isLeaseRenewed?: boolean;
  /** @default - whole days until the worst-case end */
  readonly retentionSeconds?: OrUnknown<number>;
}
