import type { BackoffReading } from './backoff';
import type { OpenRetrySettings } from './retry-bound';
import type { OrUnknown } from './unknown';

/**
 * The times of a job, in seconds: what was given, and the rest derived so that the rules hold.
 *
 * Plain data. `'unknown'` stands for what only the deployment will tell.
 */
export interface Timing {
  /** Smallest time between two scheduled times (`G`), over all readings of daylight saving. */
  readonly gapSeconds: OrUnknown<number>;
  /** How long Cloud Scheduler waits for an answer (`D`). */
  readonly attemptDeadlineSeconds: OrUnknown<number>;
  /** From sending a delivery to its claim (`a`). */
  readonly claimAllowanceSeconds: OrUnknown<number>;
  /** The handler's own limit for an attempt, counted from its claim (`T`). */
  readonly timeoutSeconds: OrUnknown<number>;
  /** How long a claim blocks its run (`L`). */
  readonly leaseSeconds: OrUnknown<number>;
  /** The lease is renewed while its attempt works, and need not outlive it. */
  readonly isLeaseRenewed: boolean;
  /** How long the record of a run is kept (`R`). */
  readonly retentionSeconds: OrUnknown<number>;
  /** Longest time from the first delivery to the last retry, at most: a bound where values are unknown. */
  readonly retryWindowSeconds: OrUnknown<number>;
  /** When the last possible attempt of a run ends at the latest, counted from the first delivery. */
  readonly worstCaseEndSeconds: OrUnknown<number>;
  /** Rule I5: each run is over before the next one is due, so none starts late or is skipped. */
  readonly endsBeforeNextRun: OrUnknown<boolean>;
  readonly retry: OpenRetrySettings;
  /**
   * When retries are sent if each attempt fails at once, counted from the first failure, under both readings
   * of Google's backoff; empty without retries and where a retry setting is unknown.
   */
  readonly retryInstantsSeconds: Readonly<Record<BackoffReading, readonly number[]>>;
  readonly crashRecovery: CrashRecoveryTimes;
  readonly coveredFaults: CoveredFaults;
  /** Retries are off: a run whose attempt fails or crashes is lost. */
  readonly atMostOnce: boolean;
  /** Why crashes may be lost (rule I3), as the user gave it; `undefined` where all are recovered. */
  readonly acceptedLostCrashes: string | undefined;
  /** What the user should think about although no rule fails, as sentences. */
  readonly warnings: readonly string[];
  /** The rules that depend on values known only at deploy time, as sentences. */
  readonly unchecked: readonly string[];
}

/**
 * When a retry does the work again after the first attempt has crashed; rule I3 says that one does.
 *
 * Seconds from sending the first delivery, under the slower reading of the backoff.
 */
export interface CrashRecoveryTimes {
  /** After a crash at second 0; `undefined` if it is lost. */
  readonly earlyCrashSeconds: OrUnknown<number> | undefined;
  /** After a crash as the attempt deadline ends; `undefined` if it is lost. */
  readonly lateCrashSeconds: OrUnknown<number> | undefined;
  /** The first second of the attempt at which a crash is lost; `undefined` where none is. */
  readonly firstLostCrashSeconds: OrUnknown<number> | undefined;
}

/** The faults that do no harm alone: the work is done once all the same, before the next run. */
export interface CoveredFaults {
  /** Cloud Scheduler delivers the run twice. */
  readonly duplicateDelivery: true;
  /** The work is done and the answer is lost. */
  readonly lostAnswer: true;
  /** The first attempt fails at any second up to its deadline, and says so. */
  readonly failedAttempt: OrUnknown<boolean>;
  /** The first attempt's process dies at any second up to the deadline. */
  readonly crash: OrUnknown<boolean>;
  /** The first attempt hangs until its lease ends and the handler ends it. */
  readonly overrun: OrUnknown<boolean>;
}
