/** The only way to the time: the protocol reads no clock of its own, so that tests and simulations own it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. For people and for first guesses; it decides nothing. */
  nowMs(): number;
  /** Milliseconds on a clock that never jumps, shared by all threads of the process. */
  monotonicMs(): number;
  /** Resolves after `ms`, or as soon as `signal` fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `callback` once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}
