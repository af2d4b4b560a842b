/** What the handler does with a run that a person forced before its scheduled time. */
export type ForcedRuns = 'separate' | 'consume-next' | 'reject';

/** What the handler does with a delivery that carries no scheduled time. */
export type MissingScheduleTime = 'reject' | 'run-undeduplicated';

/** Whether an attempt's lease outlives it from the start, or is short and renewed while it works. */
export type LeaseKind = 'fixed' | 'renewed';

/** The settings of one job that the construct proves and the handler carries out. */
export interface JobSettings {
  readonly project: string;
  readonly location: string;
  readonly jobName: string;
  /** Which of the handler's job logics does the work. */
  readonly logic: string;
  /** The handler's own limit for an attempt, counted from its claim (`T`). */
  readonly timeoutSeconds: number;
  /** Length of the lease that an attempt writes with its claim (`L`). */
  readonly leaseSeconds: number;
  readonly leaseKind: LeaseKind;
  /** A delivery whose scheduled time lies further back is not run (`R`). */
  readonly retentionSeconds: number;
  /** Longest time from a run's first delivery to its last: a later one with the same key is a new press. */
  readonly retryWindowSeconds: number;
  /** Retries are off: a failed or crashed attempt is final. */
  readonly atMostOnce: boolean;
  readonly forcedRuns: ForcedRuns;
  readonly missingScheduleTime: MissingScheduleTime;
}

export const LEASE_KINDS: readonly LeaseKind[] = ['fixed', 'renewed'];

/** A shorter one leaves no room to send a renewal again before the watchdog has to act (rule I6). */
export const SHORTEST_RENEWED_LEASE_SECONDS = 15;

export const FORCED_RUNS: readonly ForcedRuns[] = ['separate', 'consume-next', 'reject'];
export const MISSING_SCHEDULE_TIME: readonly MissingScheduleTime[] = ['reject', 'run-undeduplicated'];

/** What the codec leaves out, so that many jobs fit into one environment variable. */
export const JOB_SETTINGS_DEFAULTS = {
  logic: 'default',
  leaseKind: 'fixed',
  atMostOnce: false,
  forcedRuns: 'separate',
  missingScheduleTime: 'reject',
} as const satisfies Partial<JobSettings>;
