import type { Problem } from '../problem';

/** The settings of a job, called as the props of `DedupedSchedulerJob` are. */
export type SettingProp =
  | 'schedule'
  | 'timeZone'
  | 'attemptDeadline'
  | 'retryConfig.retryCount'
  | 'retryConfig.maxRetryDuration'
  | 'retryConfig.minBackoffDuration'
  | 'retryConfig.maxBackoffDuration'
  | 'retryConfig.maxDoublings'
  | 'timeout'
  | 'lease'
  | 'retention';

/** How the settings of a job are called where its user set them. */
export type SettingNames = Readonly<Record<SettingProp, string>>;

/** The props of the construct. */
export const PROP_NAMES: SettingNames = {
  schedule: 'schedule',
  timeZone: 'timeZone',
  attemptDeadline: 'attemptDeadline',
  'retryConfig.retryCount': 'retryConfig.retryCount',
  'retryConfig.maxRetryDuration': 'retryConfig.maxRetryDuration',
  'retryConfig.minBackoffDuration': 'retryConfig.minBackoffDuration',
  'retryConfig.maxBackoffDuration': 'retryConfig.maxBackoffDuration',
  'retryConfig.maxDoublings': 'retryConfig.maxDoublings',
  timeout: 'timeout',
  lease: 'lease',
  retention: 'retention',
};

/**
 * The flags of `gcloud scheduler jobs create http`, and two of ours.
 *
 * @see https://docs.cloud.google.com/sdk/gcloud/reference/scheduler/jobs/create/http
 */
export const FLAG_NAMES: SettingNames = {
  schedule: '--schedule',
  timeZone: '--time-zone',
  attemptDeadline: '--attempt-deadline',
  'retryConfig.retryCount': '--max-retry-attempts',
  'retryConfig.maxRetryDuration': '--max-retry-duration',
  'retryConfig.minBackoffDuration': '--min-backoff',
  'retryConfig.maxBackoffDuration': '--max-backoff',
  'retryConfig.maxDoublings': '--max-doublings',
  timeout: 'timeout',
  lease: '--lease',
  retention: '--retention',
};

/**
 * The arguments of `google_cloud_scheduler_job`.
 *
 * @see https://registry.terraform.io/providers/hashicorp/google/6.50.0/docs/resources/cloud_scheduler_job
 */
export const TERRAFORM_NAMES: SettingNames = {
  schedule: 'schedule',
  timeZone: 'time_zone',
  attemptDeadline: 'attempt_deadline',
  'retryConfig.retryCount': 'retry_config.retry_count',
  'retryConfig.maxRetryDuration': 'retry_config.max_retry_duration',
  'retryConfig.minBackoffDuration': 'retry_config.min_backoff_duration',
  'retryConfig.maxBackoffDuration': 'retry_config.max_backoff_duration',
  'retryConfig.maxDoublings': 'retry_config.max_doublings',
  timeout: 'timeout',
  lease: 'lease',
  retention: 'retention',
};

/** A name in a sentence; the plain words only where a value is asked to change, since prose has them too. */
const MENTION =
  /\b(?:retryConfig\.)?(?:retryCount|maxRetryDuration|(?:min|max)BackoffDuration|maxDoublings)\b|\battemptDeadline\b|(?<=\b(?:raise|lower) )(?:lease|retention)\b/g;

/** The same problem in the words of its user. */
export function renamed(problem: Problem, names: SettingNames): Problem {
  const inText = (text: string) => text.replace(MENTION, (mention) => nameOf(mention, names));
  return {
    prop: nameOf(problem.prop, names),
    must: inText(problem.must),
    got: inText(problem.got),
    fix: problem.fix === undefined ? undefined : inText(problem.fix),
  };
}

function nameOf(mention: string, names: SettingNames): string {
  const known: Readonly<Record<string, string>> = names;
  return known[mention] ?? known[`retryConfig.${mention}`] ?? mention;
}
