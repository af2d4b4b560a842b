import type { Problem } from '../problem';
import {
  BACKOFF_SECONDS,
  LEASE_SECONDS,
  MAX_DOUBLINGS,
  MAX_RETRY_DURATION_SECONDS,
  RETENTION_SECONDS,
  RETRY_COUNT,
  type WholeRange,
} from '../timing/cloud-scheduler-limits';
import { isKnown } from '../timing/unknown';
import { withUnit } from '../timing/whole-number';
import type { ExistingJob } from './existing-job';
import type { JobSettingValues } from './job-settings';

const MIN_BACKOFF = 'retryConfig.minBackoffDuration';
const MAX_BACKOFF = 'retryConfig.maxBackoffDuration';

/**
 * Values that Cloud Scheduler or our handler would refuse.
 *
 * Unlike the construct, which writes whole seconds and cannot write zero doublings, the API takes fractions
 * and no doublings at all.
 */
export function valueProblems(job: ExistingJob, values: JobSettingValues): Problem[] {
  const within = (prop: keyof JobSettingValues, range: WholeRange, unit: 's' | '' = 's') =>
    outside(prop, values[prop], range, unit);
  return [
    ...within('attemptDeadline', job.attemptDeadlineRange),
    ...within('retryConfig.retryCount', RETRY_COUNT, ''),
    ...within('retryConfig.maxRetryDuration', MAX_RETRY_DURATION_SECONDS),
    ...within(MIN_BACKOFF, { ...BACKOFF_SECONDS, from: 0 }),
    ...within(MAX_BACKOFF, { ...BACKOFF_SECONDS, from: 0 }),
    ...within('retryConfig.maxDoublings', { ...MAX_DOUBLINGS, from: 0 }, ''),
    ...within('lease', LEASE_SECONDS),
    ...within('retention', RETENTION_SECONDS),
    ...backoffOrder(values),
  ];
}

function outside(prop: string, value: number | 'unknown', range: WholeRange, unit: 's' | ''): Problem[] {
  if (!isKnown(value) || (value >= range.from && value <= range.to)) return [];
  const nearest = value < range.from ? range.from : range.to;
  const must = `be between ${withUnit(range.from, unit)} and ${withUnit(range.to, unit)}`;
  const fix = `${value < nearest ? 'raise' : 'lower'} it to ${withUnit(nearest, unit)}`;
  return [{ prop, must, got: withUnit(value, unit), fix }];
}

function backoffOrder(values: JobSettingValues): Problem[] {
  const min = values[MIN_BACKOFF];
  const max = values[MAX_BACKOFF];
  if (!isKnown(min) || !isKnown(max) || min <= max) return [];
  return [
    {
      prop: MIN_BACKOFF,
      must: `be at most maxBackoffDuration (${max} s)`,
      got: `${min} s`,
      fix: `lower it to ${max} s or raise maxBackoffDuration to ${min} s`,
    },
  ];
}
