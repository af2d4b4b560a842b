import type { JobSettings } from '../../src/contract/job-settings';
import type { JobFunction } from '../job-run';

/** A job with the function that does its work. */
export interface Job {
  readonly settings: JobSettings;
  readonly logic: JobFunction;
}

/** What the request headers name. */
export type JobIdentity = Pick<JobSettings, 'project' | 'location' | 'jobName'>;

/** The jobs that the handler was provisioned for; no other is run. */
export class JobTable {
  private readonly jobs: ReadonlyMap<string, Job>;

  constructor(jobs: readonly Job[]) {
    this.jobs = new Map(jobs.map((job) => [key(job.settings), job]));
  }

  find(identity: JobIdentity): Job | undefined {
    return this.jobs.get(key(identity));
  }
}

function key({ project, location, jobName }: JobIdentity): string {
  return JSON.stringify([project, location, jobName]);
}
