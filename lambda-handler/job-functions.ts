import { isGeneratorFunction } from 'node:util/types';
import { ENVIRONMENT } from '../src/contract/environment';
import type { JobSettings } from '../src/contract/job-settings';
import { type Proxy as ProxySettings, proxyModuleName } from '../src/contract/proxies';
import type { Job } from './http/job-table';
import type { JobFunction } from './job-run';
import { failureText } from './protocol/bounded-text';
import type { ProxyModule, ProxyPort } from './proxies/proxy-port';

/** Loads the module of a job logic; throws what the module throws at its top level. */
export type LoadLogic = () => unknown;

/** What the job logics are made of. */
export interface LogicSources {
  /** By the names that the jobs' settings use. */
  readonly logics: Readonly<Record<string, LoadLogic>>;
  /** The settings of those logics that are built in. */
  readonly proxies: Readonly<Record<string, ProxySettings>>;
  readonly proxyPort: ProxyPort;
}

/** The jobs with their functions, and what is wrong with those that have none. */
export interface FoundJobs {
  readonly jobs: readonly Job[];
  readonly problems: readonly string[];
  /** What job logic threw while it was loaded. */
  readonly thrown: readonly unknown[];
}

/** Loads the logics that the jobs name, each once, and finds each job's function. */
export function findJobFunctions(settings: readonly JobSettings[], sources: LogicSources): FoundJobs {
  const { proxies } = sources;
  const logics = namedLogics(sources);
  const known = Object.keys(logics).join(', ') || 'none';
  const jobs: Job[] = [];
  const problems: string[] = [];
  const thrown: unknown[] = [];
  const functionOf = once((name: string) => {
    try {
      const made = makeFunction(name, logics[name]?.(), sources);
      if (typeof made === 'function') return made;
      problems.push(made.problem);
    } catch (error) {
      problems.push(`logic ${name} must load without an error, got ${failureText(error)}`);
      thrown.push(error);
    }
    return undefined;
  });
  for (const name of Object.keys(proxies)) {
    if (!Object.hasOwn(logics, name)) {
      problems.push(`${ENVIRONMENT.PROXIES}.${name} must be one of the handler's logics (${known})`);
    }
  }
  for (const job of settings) {
    const name = `${job.project}/${job.location}/${job.jobName}`;
    if (!Object.hasOwn(logics, job.logic)) {
      problems.push(`the logic of ${name} must be one of the handler's (${known}), got ${job.logic}`);
      continue;
    }
    const logic = functionOf(job.logic);
    if (logic !== undefined) jobs.push({ settings: job, logic });
  }
  return { jobs, problems, thrown };
}

/** The logics by name: those too that a handler for any proxy knows by nothing but their kinds. */
function namedLogics({ logics, proxies }: LogicSources): LogicSources['logics'] {
  const byKind = Object.entries(proxies).flatMap(([name, { kind }]) => {
    const load = logics[proxyModuleName(kind)];
    return load === undefined ? [] : [[name, load] as const];
  });
  return { ...logics, ...Object.fromEntries(byKind) };
}

/** A module that threw must not be loaded again: its second load gives what is there of it, in silence. */
function once<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name) as T;
  };
}

function makeFunction(
  name: string,
  module: unknown,
  { proxies, proxyPort }: LogicSources,
): JobFunction | { readonly problem: string } {
  const settings = Object.hasOwn(proxies, name) ? proxies[name] : undefined;
  if (isProxyModule(module)) {
    const built = `the built-in logic ${module.proxyKind}`;
    if (settings?.kind === module.proxyKind) return module.proxyLogic(settings, proxyPort);
    return settings === undefined
      ? { problem: `logic ${name} must have settings in ${ENVIRONMENT.PROXIES}, since it is ${built}` }
      : { problem: `logic ${name} must be ${settings.kind}, as its settings say, got ${built}` };
  }
  if (settings !== undefined) {
    return {
      problem: `logic ${name} must be ${settings.kind}, as its settings say, got a module of its own`,
    };
  }
  const logic = defaultExport(module);
  // Called, a generator function does none of its work, and its run would be completed.
  const got = isGeneratorFunction(logic) ? 'a generator function' : typeof logic;
  return got === 'function'
    ? (logic as JobFunction)
    : { problem: `the default export of logic ${name} must be a function, got ${got}` };
}

function isProxyModule(module: unknown): module is ProxyModule {
  return typeof module === 'object' && module !== null && 'proxyKind' in module && 'proxyLogic' in module;
}

/** A module's default export; one that was compiled to CommonJS has its own inside the namespace's. */
function defaultExport(module: unknown): unknown {
  const outer = inner(module);
  return inner(outer);
}

function inner(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'default' in value ? value.default : value;
}
