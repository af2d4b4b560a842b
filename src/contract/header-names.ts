/**
 * The request headers that identify a delivery.
 *
 * The first three are set by Cloud Scheduler, the last two by `SchedulerJob`: the job name that Cloud
 * Scheduler sends is short and says neither project nor location.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs#HttpTarget
 */
export const HEADER = {
  SCHEDULER: 'X-CloudScheduler',
  JOB_NAME: 'X-CloudScheduler-JobName',
  SCHEDULE_TIME: 'X-CloudScheduler-ScheduleTime',
  PROJECT: 'X-Dedup-Project',
  LOCATION: 'X-Dedup-Location',
} as const;

export type HeaderName = (typeof HEADER)[keyof typeof HEADER];

/**
 * The header that carries a step's token to what a job calls, and by which the guard there claims.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
