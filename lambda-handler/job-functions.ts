import type { JobSettings } from '../src/contract/job-settings';
import type { Job } from './http/job-table';
import type { JobFunction } from './job-run';
import { failureText } from './protocol/bounded-text';

/** Loads the module of a job logic; throws what the module throws at its top level. */
export type LoadLogic = () => unknown;

/** The jobs with their functions, and what is wrong with those that have none. */
export interface FoundJobs {
  readonly jobs: readonly Job[];
  readonly problems: readonly string[];
  /** What job logic threw while it was loaded. */
  readonly thrown: readonly unknown[];
}

/** Loads the logics that the jobs name, each once, and finds each job's function. */
export function findJobFunctions(
  settings: readonly JobSettings[],
  logics: Readonly<Record<string, LoadLogic>>,
): FoundJobs {
  const jobs: Job[] = [];
  const problems: string[] = [];
  const thrown: unknown[] = [];
  const load = loadedOnce(logics, (name, error) => {
    problems.push(`logic ${name} must load without an error, got ${failureText(error)}`);
    thrown.push(error);
  });
  for (const job of settings) {
    const name = `${job.project}/${job.location}/${job.jobName}`;
    if (!Object.hasOwn(logics, job.logic)) {
      const known = Object.keys(logics).join(', ') || 'none';
      problems.push(`the logic of ${name} must be one of the handler's (${known}), got ${job.logic}`);
      continue;
    }
    const loaded = load(job.logic);
    if (loaded === undefined) continue;
    const logic = defaultExport(loaded.module);
    if (typeof logic === 'function') jobs.push({ settings: job, logic: logic as JobFunction });
    else problems.push(`the default export of logic ${job.logic} must be a function, got ${typeof logic}`);
  }
  return { jobs, problems: [...new Set(problems)], thrown };
}

/** A module that threw must not be loaded again: its second load gives what is there of it, in silence. */
function loadedOnce(
  logics: Readonly<Record<string, LoadLogic>>,
  onError: (name: string, error: unknown) => void,
): (name: string) => { readonly module: unknown } | undefined {
  const loaded = new Map<string, { readonly module: unknown } | undefined>();
  return (name) => {
    if (loaded.has(name)) return loaded.get(name);
    let result: { readonly module: unknown } | undefined;
    try {
      result = { module: logics[name]?.() };
    } catch (error) {
      onError(name, error);
    }
    loaded.set(name, result);
    return result;
  };
}

/** A module's default export; one that was compiled to CommonJS has its own inside the namespace's. */
function defaultExport(module: unknown): unknown {
  const outer = inner(module);
  return inner(outer);
}

function inner(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'default' in value ? value.default : value;
}
