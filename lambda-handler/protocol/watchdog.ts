/**
 * Ends the process when an attempt outlives its lease, whether its event loop is blocked or not.
 *
 * No platform does it: at its request timeout Cloud Run answers 504 and lets the code run on.
 */
export interface Watchdog {
  /** Resolves when the watchdog can be relied on. */
  ready(): Promise<void>;
  /** Ends the process at `atMs` (monotonic clock) unless the returned function was called before. */
  arm(attempt: { readonly attemptId: string; readonly runId: string }, atMs: number): () => void;
}
