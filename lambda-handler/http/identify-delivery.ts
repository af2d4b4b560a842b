import { HEADER, type HeaderName } from '../../src/contract/header-names';
import { parseScheduleTime } from '../../src/contract/schedule-time';
import type { Job, JobIdentity, JobTable } from './job-table';
import type { Refusal } from './refusal';
import type { RequestHeaders } from './request-headers';

const LONGEST_NAME = 500;
const LONGEST_TIME = 64;

/** The job that a request is for, and the scheduled time that it carries. */
export interface Identified {
  readonly kind: 'identified';
  readonly job: Job;
  /** Milliseconds since 1970; `undefined` where the job runs without one. */
  readonly scheduledTimeMs: number | undefined;
}

/**
 * Reads from a request's headers what run it delivers.
 *
 * The headers are not authenticated: names are looked up in the table of provisioned jobs, never trusted.
 */
export function identifyDelivery(headers: RequestHeaders, jobs: JobTable): Identified | Refusal {
  const problems: string[] = [];
  const read = (name: HeaderName, longest: number): string => {
    const values = headers.get(name.toLowerCase()) ?? [];
    const problem = headerProblem(values, longest);
    if (problem !== undefined) problems.push(`${name} ${problem}`);
    return values[0] ?? '';
  };
  const identity = {
    project: read(HEADER.PROJECT, LONGEST_NAME),
    location: read(HEADER.LOCATION, LONGEST_NAME),
    jobName: read(HEADER.JOB_NAME, LONGEST_NAME),
  };
  const hasTime = headers.has(HEADER.SCHEDULE_TIME.toLowerCase());
  const timeText = hasTime ? read(HEADER.SCHEDULE_TIME, LONGEST_TIME) : undefined;
  const scheduledTimeMs = timeText === undefined ? undefined : parseScheduleTime(timeText);
  if (problems.length === 0 && hasTime && scheduledTimeMs === undefined) {
    problems.push(`${HEADER.SCHEDULE_TIME} must be ${TIME_RULE}, got ${JSON.stringify(timeText)}`);
  }
  if (problems.length > 0) return { kind: 'bad-request', reason: problems.join('; ') };

  const job = jobs.find(identity);
  if (job === undefined) return { kind: 'unknown-job', reason: unknownJob(identity) };
  if (scheduledTimeMs === undefined && job.settings.missingScheduleTime === 'reject') {
    return { kind: 'bad-request', reason: `${HEADER.SCHEDULE_TIME} must be sent, got nothing` };
  }
  return { kind: 'identified', job, scheduledTimeMs };
}

const TIME_RULE = 'an RFC 3339 time with Z or an offset, such as 2026-10-16T12:00:00Z';

function headerProblem(values: readonly string[], longest: number): string | undefined {
  const [value] = values;
  if (value === undefined) return 'must be sent, got nothing';
  if (values.length > 1) return `must be sent once, got ${values.length} of them`;
  if (value === '') return 'must not be empty';
  if (value.length > longest) return `must have at most ${longest} characters, got ${value.length}`;
  return undefined;
}

function unknownJob({ project, location, jobName }: JobIdentity): string {
  const names = `${HEADER.PROJECT}, ${HEADER.LOCATION} and ${HEADER.JOB_NAME}`;
  const got = JSON.stringify(`${project}/${location}/${jobName}`);
  return `${names} must name a job of this handler, got ${got}`;
}
