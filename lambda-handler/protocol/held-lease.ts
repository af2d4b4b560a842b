import type { UpdateTime } from './run-store';
import type { Watchdog } from './watchdog';

/** The lease of an attempt whose job logic works, with the watchdog that ends the process before it. */
export interface HeldLease {
  /** Sends no renewal until `resume`; resolves with the record's version once none is on its way. */
  pause(): Promise<UpdateTime>;
  /** Renews again, from this version of the record on. */
  resume(updateTime: UpdateTime): void;
  /** The run is completed: nothing is renewed any more, and the process may live until `processUntilMs`. */
  outlive(processUntilMs: number): void;
  /** The job logic has settled: no watchdog, no renewal. Resolves as `pause` does. */
  release(): Promise<UpdateTime>;
}

/** A claim whose lease is to be kept alive. Plain data: it crosses threads. */
export interface LeaseToKeep {
  readonly runId: string;
  readonly attemptId: string;
  readonly updateTime: UpdateTime;
  readonly renewals: number;
  readonly leaseSeconds: number;
  /** Before the claim was sent; monotonic clock, as all times here. */
  readonly sentAtMs: number;
  /** No renewal begins later: the handler's own limit for the attempt. */
  readonly untilMs: number;
}

/** Who holds the run instead; no attempt where its record is gone. */
export interface Loss {
  readonly holder: number | undefined;
}

/** What an attempt is told of its lease while its job logic works. */
export interface LeaseEvents {
  /** The run is known to be lost. Called at most once. */
  onLost(loss: Loss): void;
  /** A renewal was not acknowledged, and is sent again while there is time. `problem` is text for people. */
  onUnrenewed(problem: string): void;
}

/** Renews the leases of attempts at work, whether or not the event loop of their job logic is blocked. */
export interface LeaseKeeper {
  /** Resolves when the keeper can be relied on. */
  ready(): Promise<void>;
  /** Resolves when the watchdog is armed. */
  keep(lease: LeaseToKeep, events: LeaseEvents): Promise<HeldLease>;
}

/** A lease that outlives its attempt from the start: there is only the watchdog to arm. */
export function fixedLease(
  watchdog: Watchdog,
  attempt: { readonly attemptId: string; readonly runId: string },
  watchdogAtMs: number,
  updateTime: UpdateTime,
): HeldLease {
  const disarm = watchdog.arm(attempt, watchdogAtMs);
  return {
    pause: async () => updateTime,
    resume: () => {},
    outlive: () => {},
    release: async () => {
      disarm();
      return updateTime;
    },
  };
}
