import { Token } from 'cdktf';
import {
  booleanProblems,
  projectProblems,
  regionProblems,
  requiredProblems,
  shown,
  textProblems,
} from '../checks';
import type { Problem } from '../problem';
import { parseCronSchedule } from './cron-schedule';
import { bodyProblems, headerProblems } from './http-headers';
import { checkTimeZone } from './time-zone';

/** The props of a job that say what it is called, when it runs and what it sends. */
export interface SchedulerJobIdentity {
  /** When the job runs: unix-cron, five fields, such as `0 2 * * *`. */
  readonly schedule: string;
  /**
   * The zone that the schedule is read in, a name of the tz database.
   *
   * @default 'Etc/UTC'
   */
  readonly timeZone?: string;
  /** The region of the job, such as `europe-west1`. */
  readonly region: string;
  /** @default - the project of the provider */
  readonly project?: string;
  /**
   * The job's short name, 1 to 500 letters, digits, hyphens and underscores.
   *
   * @default - a name from the construct's place in the tree
   */
  readonly jobName?: string;
  /**
   * At most 500 characters.
   *
   * @default - none
   */
  readonly description?: string;
  /**
   * Whether the job is paused.
   *
   * @default false
   */
  readonly paused?: boolean;
  /**
   * The body of the request, at most 1,000,000 bytes.
   *
   * @default - none
   */
  readonly body?: string;
  /**
   * Headers of the request, less than 80 KB in all.
   *
   * @default - none but those that identify the run
   */
  readonly headers?: Readonly<Record<string, string>>;
}

const JOB_NAME = {
  pattern: /^[A-Za-z0-9_-]{1,500}$/,
  must: 'be 1 to 500 letters, digits, hyphens and underscores',
};

const DESCRIPTION = { pattern: /^[\s\S]{0,500}$/, must: 'be at most 500 characters' };

/**
 * Every problem of a job's identity and request, each prop by itself.
 *
 * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs
 */
export function schedulerJobProblems(props: SchedulerJobIdentity): Problem[] {
  return [
    ...scheduleProblems(props.schedule),
    ...timeZoneProblems(props.timeZone),
    ...requiredProblems('region', props.region, "write region: 'europe-west1' or the region of your choice"),
    ...regionProblems('region', props.region ?? undefined),
    ...projectProblems('project', props.project),
    ...textProblems('jobName', props.jobName, JOB_NAME),
    ...textProblems('description', props.description, DESCRIPTION),
    ...booleanProblems('paused', props.paused),
    ...headerProblems(props.headers),
    ...bodyProblems(props.body, props.headers),
    ...oauthProblems(props),
  ];
}

function scheduleProblems(schedule: unknown): Problem[] {
  if (schedule === undefined || schedule === null) {
    return requiredProblems('schedule', schedule, "write five unix-cron fields, such as '0 2 * * *'");
  }
  if (Token.isUnresolved(schedule)) return [];
  return [...parseCronSchedule(schedule as string).problems];
}

function timeZoneProblems(timeZone: unknown): Problem[] {
  if (timeZone === undefined || Token.isUnresolved(timeZone)) return [];
  if (typeof timeZone !== 'string') {
    return [{ prop: 'timeZone', must: 'be the name of a time zone', got: shown(timeZone) }];
  }
  return checkTimeZone(timeZone);
}

function oauthProblems(props: object): Problem[] {
  if (!('oauthToken' in props)) return [];
  const must =
    'not be given: OAuth access tokens are for *.googleapis.com, and Cloud Run checks OIDC tokens, which the job sends by itself';
  return [{ prop: 'oauthToken', must, got: 'an OAuth token', fix: 'remove it' }];
}
