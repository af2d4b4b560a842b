import { HEADER } from '../contract/header-names';
import type { Problem } from '../problem';
import { ATTEMPT_DEADLINE_SECONDS } from '../timing/cloud-scheduler-limits';
import { type OrUnknown, UNKNOWN } from '../timing/unknown';
import { parseDurationSeconds } from './duration-text';
import type { ExistingJob } from './existing-job';
import { type HandlersByJob, handlerKey } from './handler-times';
import { isExpression, isObject, type Json } from './json';
import { PROP_NAMES, type SettingProp, TERRAFORM_NAMES } from './setting-names';

/** App Engine targets may take a day. */
const APP_ENGINE_DEADLINE_SECONDS = { from: ATTEMPT_DEADLINE_SECONDS.from, to: 86_400 };

const NO_HANDLER =
  'The job is not made by DedupedSchedulerJob: whether its target deduplicates, and under which lease, is not ' +
  'known. I3 is checked for the shortest lease that I2 allows.';
const NO_DOUBLINGS =
  'retry_config.max_doublings is 0: the Terraform provider drops a zero, so Cloud Scheduler uses its default of 5.';
const PUBSUB =
  'The job publishes to Pub/Sub, which answers at once: what a subscriber does with the message is not checked.';

/** All `google_cloud_scheduler_job` of a synthesized stack, with what their handlers were told. */
export function jobsOfStack(stack: Json, handlers: HandlersByJob): readonly ExistingJob[] {
  const resources = isObject(stack['resource']) ? stack['resource'] : {};
  const jobs = resources['google_cloud_scheduler_job'];
  if (!isObject(jobs)) return [];
  return Object.entries(jobs)
    .filter((entry): entry is [string, Json] => isObject(entry[1]))
    .map(([id, job]) => existingJob(id, job, handlers));
}

function existingJob(id: string, job: Json, handlers: HandlersByJob): ExistingJob {
  const handler = handlers.get(keyOf(job));
  const reader = new SettingReader(handler === undefined ? 'foreign' : 'own');
  const retryConfig = firstBlock(job['retry_config']);
  const maxDoublings = reader.count('retryConfig.maxDoublings', retryConfig['max_doublings']);
  return {
    name: `${pathOf(job) ?? id} (${String(job['name'])})`,
    names: reader.names,
    schedule: reader.text('schedule', job['schedule']),
    timeZone: reader.text('timeZone', job['time_zone'] ?? 'Etc/UTC'),
    attemptDeadlineSeconds: reader.duration('attemptDeadline', job['attempt_deadline']),
    attemptDeadlineRange:
      job['app_engine_http_target'] === undefined ? ATTEMPT_DEADLINE_SECONDS : APP_ENGINE_DEADLINE_SECONDS,
    retry: {
      retryCount: reader.count('retryConfig.retryCount', retryConfig['retry_count']),
      maxRetryDurationSeconds: reader.duration(
        'retryConfig.maxRetryDuration',
        retryConfig['max_retry_duration'],
      ),
      minBackoffSeconds: reader.duration(
        'retryConfig.minBackoffDuration',
        retryConfig['min_backoff_duration'],
      ),
      maxBackoffSeconds: reader.duration(
        'retryConfig.maxBackoffDuration',
        retryConfig['max_backoff_duration'],
      ),
      maxDoublings: maxDoublings === 0 ? undefined : maxDoublings,
    },
    handler,
    missing: [
      ...(handler === undefined ? [NO_HANDLER] : []),
      ...(maxDoublings === 0 ? [NO_DOUBLINGS] : []),
      ...(job['pubsub_target'] === undefined ? [] : [PUBSUB]),
    ],
    unreadable: reader.problems,
  };
}

/** Reads the settings of one job; what cannot be read becomes a problem and counts as unknown. */
class SettingReader {
  readonly problems: Problem[] = [];
  readonly names;

  constructor(origin: 'own' | 'foreign') {
    this.names = origin === 'own' ? PROP_NAMES : TERRAFORM_NAMES;
  }

  text(prop: SettingProp, value: unknown): OrUnknown<string> {
    if (typeof value !== 'string') return this.unreadable(prop, 'be a text', value);
    return isExpression(value) ? UNKNOWN : value;
  }

  duration(prop: SettingProp, value: unknown): OrUnknown<number> | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' && isExpression(value)) return UNKNOWN;
    // Terraform knows no other unit than seconds.
    const seconds =
      typeof value === 'string' && value.endsWith('s') ? parseDurationSeconds(value) : undefined;
    return seconds ?? this.unreadable(prop, "be seconds such as '180s' or '3.5s'", value);
  }

  count(prop: SettingProp, value: unknown): OrUnknown<number> | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' && isExpression(value)) return UNKNOWN;
    return Number.isInteger(value) ? (value as number) : this.unreadable(prop, 'be a whole number', value);
  }

  private unreadable(prop: SettingProp, must: string, value: unknown): typeof UNKNOWN {
    this.problems.push({ prop, must, got: value === undefined ? 'nothing' : JSON.stringify(value) });
    return UNKNOWN;
  }
}

/** The headers that identify the job to its handler; a job without them has none of ours. */
function keyOf(job: Json): string {
  const headers = firstBlock(firstBlock(job['http_target'])['headers']);
  return handlerKey(String(headers[HEADER.PROJECT]), String(headers[HEADER.LOCATION]), String(job['name']));
}

/** A block, which Terraform's JSON also takes as a list of one. */
function firstBlock(value: unknown): Json {
  const block: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(block) ? block : {};
}

/** The path of the construct that made it. */
function pathOf(job: Json): string | undefined {
  const path = firstBlock(firstBlock(job['//'])['metadata'])['path'];
  return typeof path === 'string' ? path : undefined;
}
