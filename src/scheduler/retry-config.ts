import type { Duration } from '../duration';

/**
 * How Cloud Scheduler retries a failed attempt; the fields are named as in its API.
 *
 * What is not given is derived, so that a crash of the first attempt is always recovered.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs#RetryConfig
 */
export interface RetryConfig {
  /**
   * Retries after the first attempt, 0 to 5. 0 turns retries off: the job then runs at most once, and a
   * run whose attempt fails or crashes is lost.
   *
   * @default 5
   */
  readonly retryCount?: number;
  /**
   * How long to retry, counted from the first attempt, in whole seconds; 0 leaves it to `retryCount`. With
   * both given, Cloud Scheduler retries until both limits are reached.
   *
   * @default Duration.seconds(0)
   */
  readonly maxRetryDuration?: Duration;
  /**
   * The wait before the first retry, in whole seconds of at least 1.
   *
   * @default - Google's 5 s, or the smallest one with which a retry comes after a crashed attempt's lease
   */
  readonly minBackoffDuration?: Duration;
  /**
   * The longest wait between two retries, in whole seconds, at least `minBackoffDuration`.
   *
   * @default - Google's 3600 s, or `minBackoffDuration` where only a constant wait recovers every crash
   */
  readonly maxBackoffDuration?: Duration;
  /**
   * How often the wait doubles before it grows by equal steps, 1 or more. 0 is refused: the provider drops
   * it and the API then uses its default, 5.
   *
   * @default 5
   */
  readonly maxDoublings?: number;
}

/** The same five settings with nothing left open. */
export type ResolvedRetryConfig = Required<RetryConfig>;
