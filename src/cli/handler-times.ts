import { ENVIRONMENT } from '../contract/environment';
import type { LeaseKind } from '../contract/job-settings';
import { type OrUnknown, UNKNOWN } from '../timing/unknown';
import type { HandlerTimes } from './existing-job';
import { isObject, type Json } from './json';

const RENEWED: LeaseKind = 'renewed';

/** What handlers were told of their jobs, by `PROJECT/LOCATION` and job name. */
export type HandlersByJob = ReadonlyMap<string, HandlerTimes>;

/** The key of a job in {@link HandlersByJob}; the project may be a Terraform expression. */
export function handlerKey(project: string, location: string, jobName: string): string {
  return `${project}/${location}/${jobName}`;
}

/** Finds what the handlers in some stacks were told, whatever service hosts them. */
export function handlerTimesOf(stacks: readonly Json[]): HandlersByJob {
  const found = new Map<string, HandlerTimes>();
  for (const text of stacks.flatMap((stack) => jobTexts(stack['resource']))) {
    for (const [place, jobs] of Object.entries(parseJobs(text))) {
      if (!isObject(jobs)) continue;
      for (const [jobName, settings] of Object.entries(jobs)) {
        if (isObject(settings)) found.set(`${place}/${jobName}`, timesOf(settings));
      }
    }
  }
  return found;
}

/** A map of names and values, as functions have it, or a list of both, as services have it. */
function jobTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(jobTexts);
  if (!isObject(value)) return [];
  const own = value['name'] === ENVIRONMENT.JOBS ? value['value'] : value[ENVIRONMENT.JOBS];
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(jobTexts)];
}

/** Numbers that are known only at deploy time stand as expressions without quotes: `"leaseSeconds":${…}`. */
function parseJobs(text: string): Json {
  const readable = text.replace(
    /:\s*(\$\{[^{}]*\})(?=\s*[,}])/g,
    (_, expression) => `:${JSON.stringify(expression)}`,
  );
  try {
    const jobs: unknown = JSON.parse(readable);
    return isObject(jobs) ? jobs : {};
  } catch {
    return {};
  }
}

function timesOf(settings: Json): HandlerTimes {
  return {
    timeoutSeconds: secondsOf(settings['timeoutSeconds']),
    leaseSeconds: secondsOf(settings['leaseSeconds']),
    isLeaseRenewed: settings['leaseKind'] === RENEWED,
    retentionSeconds: secondsOf(settings['retentionSeconds']),
  };
}

function secondsOf(value: unknown): OrUnknown<number> {
  return typeof value === 'number' ? value : UNKNOWN;
}
