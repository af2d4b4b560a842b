/**
 * The fields of a run's record, in the order in which the store's index exemptions are made.
 *
 * Public contract: a renamed field is a field that instances of two versions do not share.
 */
export const RECORD_FIELDS = [
  'status',
  'attempt_id',
  'attempt',
  'lease_seconds',
  'renewals',
  'lease_expires',
  'expire_at',
  'project',
  'location',
  'job',
  'schedule_time',
  'generation',
  'started_at',
  'finished_at',
  'permanent',
  'error',
  'result',
  'payload_hash',
] as const;

export type RecordField = (typeof RECORD_FIELDS)[number];

/** The field with the TTL policy: when the store may forget the run. */
export const EXPIRE_AT: RecordField = 'expire_at';

/** The collection that holds the records when no other is named. */
export const DEFAULT_COLLECTION = 'scheduler_runs';

/** What a run's record says of it. */
export type RunStatus = 'in_progress' | 'completed' | 'failed';
