/** One way in which a run can go. All instants in seconds from sending the first delivery. */
export interface RunCase {
  readonly name: 'early-crash' | 'lost-crash' | 'late-crash' | 'slow-attempts';
  /** The attempts that work, in order. */
  readonly attempts: readonly Attempt[];
  /** When the first attempt crashes; absent where none does. */
  readonly crash?: Crash;
  /** The retries within the count, in order; none after the one that runs the logic again. */
  readonly retries: readonly Retry[];
}

/** A stretch of work on the run; a crash at once leaves it without length. */
export interface Attempt {
  readonly fromSeconds: number;
  /** At the latest. */
  readonly toSeconds: number;
}

/** What a crash of the first attempt leads to. */
export interface Crash {
  readonly atSeconds: number;
  /** When the dead attempt's claim was written. */
  readonly claimedAtSeconds: number;
  /** At the latest: counted from the claim, or from the crash where the lease may have been renewed until then. */
  readonly leaseEndSeconds: number;
  /** When a retry runs the logic again; `null` when none does and the run is lost. */
  readonly recoveredAtSeconds: number | null;
  /** Why the run is lost; absent where it is not. */
  readonly lostBecause?: LostBecause;
}

/**
 * Why no retry takes a crashed run over: none is counted on, all come while the lease still answers 409, or the
 * first after the lease does not come before the next scheduled time, which may end the retries.
 */
export type LostBecause = 'no-counted-retry' | 'retries-end-too-early' | 'next-run-comes-first';

/** One retry, counted from 1, and what it finds. */
export interface Retry {
  readonly number: number;
  readonly atSeconds: number;
  /**
   * `refused`: the lease still lives, 409. `runs`: works on the run. `too-late`: nothing may depend on it,
   * since the next scheduled time is due.
   */
  readonly finds: 'refused' | 'runs' | 'too-late';
}
