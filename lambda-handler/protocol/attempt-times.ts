import type { JobSettings } from '../../src/contract/job-settings';

const LONGEST_CLAIM_MS = 10_000;
/** From the signal to the deadline, in attempts of ten seconds and longer; shorter ones keep half. */
export const FINISH_RESERVE_MS = 5_000;
const WATCHDOG_RESERVE_MS = 5_000;
const SHORTEST_FINISH_MS = 5_000;
const ONE_CALL_MS = 2_000;

/** When an attempt has to be where. Milliseconds on the monotonic clock. */
export interface AttemptTimes {
  /** The claim is not sent before. */
  readonly startMs: number;
  /** A claim that is not decided by then is given up. */
  readonly claimUntilMs: number;
  /** The job logic is told to end. */
  readonly signalAtMs: number;
  /** The handler's own limit for the attempt. */
  readonly deadlineMs: number;
  /** The process is ended if the job logic has not settled; later where the lease has been renewed. */
  readonly watchdogAtMs: number;
  /** The process is ended if the job logic has not settled and no lease is at stake. */
  readonly overrunAtMs: number;
  /** Beyond it, a finish gets one more store call and no more. */
  readonly finishByMs: number;
}

/**
 * The times of an attempt whose claim is not sent before `startMs`.
 *
 * Everything counts from before the claim was sent: when the store stamped it is only known to be later, so
 * the attempt always ends before its lease does. Of limits under ten seconds, half is kept as reserve.
 */
export function attemptTimes(
  settings: Pick<JobSettings, 'timeoutSeconds' | 'leaseSeconds' | 'leaseKind'>,
  startMs: number,
): AttemptTimes {
  const timeoutMs = settings.timeoutSeconds * 1000;
  const isRenewed = settings.leaseKind === 'renewed';
  const endMs = watchdogAtMs(settings.leaseSeconds, startMs);
  // A claim that took longer than the first renewal has to wait would leave too little of a short lease.
  const longestClaimMs = isRenewed ? (settings.leaseSeconds * 1000) / 3 : LONGEST_CLAIM_MS;
  return {
    startMs,
    claimUntilMs: startMs + Math.min(LONGEST_CLAIM_MS, longestClaimMs, timeoutMs / 2),
    signalAtMs: startMs + Math.max(timeoutMs - FINISH_RESERVE_MS, timeoutMs / 2),
    deadlineMs: startMs + timeoutMs,
    watchdogAtMs: endMs,
    overrunAtMs: startMs + timeoutMs + WATCHDOG_RESERVE_MS,
    // A renewed lease ends soon after the job logic; the finish stays right for as long as nobody has claimed.
    finishByMs: isRenewed ? Number.POSITIVE_INFINITY : endMs,
  };
}

/** When the process has to be gone for a lease whose claim or renewal was not sent before `sentAtMs`. */
export function watchdogAtMs(leaseSeconds: number, sentAtMs: number): number {
  const leaseMs = leaseSeconds * 1000;
  return sentAtMs + Math.max(leaseMs - WATCHDOG_RESERVE_MS, leaseMs / 2);
}

/**
 * How long the finish of job logic that settled at `settledMs` is retried.
 *
 * Until the deadline, or five seconds when less is left, within the lease; and never less than one store
 * call, for which the reserve behind the watchdog's time has room.
 */
export function finishUntilMs(times: AttemptTimes, settledMs: number): number {
  const wantedMs = Math.max(times.deadlineMs, settledMs + SHORTEST_FINISH_MS);
  return Math.max(Math.min(wantedMs, times.finishByMs), settledMs + ONE_CALL_MS);
}
