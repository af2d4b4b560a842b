const CENTURY_SECONDS = 3_155_760_000;

/** A range of whole numbers; both ends are allowed. */
export interface WholeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * How long an HTTP target may take to answer, in seconds: 15 to 1800.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs
 */
export const ATTEMPT_DEADLINE_SECONDS: WholeRange = { from: 15, to: 1800 };

/** Cloud Scheduler's own attempt deadline, in seconds. */
export const DEFAULT_ATTEMPT_DEADLINE_SECONDS = 180;

/**
 * How many retries Cloud Scheduler can be told to make after a failed attempt: 0 to 5.
 *
 * @see https://docs.cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs#RetryConfig
 */
export const RETRY_COUNT: WholeRange = { from: 0, to: 5 };

/** How long retries may go on, in seconds, counted from the first attempt; 0 leaves it to the count. */
export const MAX_RETRY_DURATION_SECONDS: WholeRange = { from: 0, to: CENTURY_SECONDS };

/** Shortest or longest wait before a retry, in seconds. */
export const BACKOFF_SECONDS: WholeRange = { from: 1, to: CENTURY_SECONDS };

/**
 * How often the wait doubles before it grows linearly: 1 to 2147483647 (int32).
 *
 * Cloud Scheduler knows 0, but the Terraform provider drops a zero from its request and the API then
 * uses its default, 5. A constant wait is minimum = maximum instead.
 */
export const MAX_DOUBLINGS: WholeRange = { from: 1, to: 2_147_483_647 };

/**
 * How long a lease may be, in seconds: up to a day.
 *
 * A crashed attempt blocks its run for this long, and no attempt lasts more than half an hour.
 */
export const LEASE_SECONDS: WholeRange = { from: 1, to: 86_400 };

/** How long a record may be kept, in seconds: a Firestore timestamp ends with the year 9999. */
export const RETENTION_SECONDS: WholeRange = { from: 1, to: CENTURY_SECONDS };

/** Cloud Scheduler's own backoff, in seconds; its default of no retry at all is not taken over. */
export const DEFAULT_BACKOFF = { minBackoffSeconds: 5, maxBackoffSeconds: 3600, maxDoublings: 5 } as const;

/** Retries that a job has unless it says otherwise: as many as Cloud Scheduler allows. */
export const DEFAULT_RETRY_COUNT = RETRY_COUNT.to;

/** How long a record is kept at least unless the job says otherwise, in seconds; in whole ones of it. */
export const DEFAULT_RETENTION_SECONDS = 86_400;
