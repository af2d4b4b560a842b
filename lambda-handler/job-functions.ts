import type { JobSettings } from '../src/contract/job-settings';
import type { Job } from './http/job-table';
import type { JobFunction } from './job-run';

/** The jobs with their functions, and what is wrong with those that have none. */
export interface FoundJobs {
  readonly jobs: readonly Job[];
  readonly problems: readonly string[];
}

/** Finds each job's logic among the modules of the bundle. */
export function findJobFunctions(
  settings: readonly JobSettings[],
  logics: Readonly<Record<string, unknown>>,
): FoundJobs {
  const jobs: Job[] = [];
  const problems: string[] = [];
  for (const job of settings) {
    const name = `${job.project}/${job.location}/${job.jobName}`;
    if (!Object.hasOwn(logics, job.logic)) {
      const known = Object.keys(logics).join(', ') || 'none';
      problems.push(`the logic of ${name} must be one of the handler's (${known}), got ${job.logic}`);
      continue;
    }
    const logic = defaultExport(logics[job.logic]);
    if (typeof logic === 'function') jobs.push({ settings: job, logic: logic as JobFunction });
    else problems.push(`the default export of logic ${job.logic} must be a function, got ${typeof logic}`);
  }
  return { jobs, problems: [...new Set(problems)] };
}

/** A module's default export; one that was compiled to CommonJS has its own inside the namespace's. */
function defaultExport(module: unknown): unknown {
  const outer = inner(module);
  return inner(outer);
}

function inner(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'default' in value ? value.default : value;
}
