import { decodeProxies } from '../src/contract/decode-proxies';
import { decodeJobs, decodeStore, ENVIRONMENT, type StoreLocation } from '../src/contract/environment';
import { BootError } from './errors';
import type { Job } from './http/job-table';
import { findJobFunctions, type LogicSources } from './job-functions';

const DEFAULT_PORT = 8080;

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a handler starts from. */
export interface Configuration {
  readonly jobs: readonly Job[];
  readonly store: StoreLocation;
  /** `HOST:PORT` of a Firestore emulator. */
  readonly emulatorHost: string | undefined;
  /** Where a server of our own listens. */
  readonly port: number;
}

/** Reads the environment and loads the job logic; throws one `BootError` with everything that is wrong. */
export function readConfiguration(
  environment: Environment,
  sources: Omit<LogicSources, 'proxies'>,
): Configuration {
  const settings = decodeJobs(environment[ENVIRONMENT.JOBS]);
  const store = decodeStore(environment[ENVIRONMENT.STORE]);
  const proxies = decodeProxies(environment[ENVIRONMENT.PROXIES]);
  const found = findJobFunctions(settings.value ?? [], { ...sources, proxies: proxies.value ?? {} });
  const port = parsePort(environment['PORT'] ?? '');
  const decoded = [settings, store, proxies].flatMap(({ problems }) => problems ?? []);
  const problems = [...decoded, ...found.problems];
  if (port === undefined) {
    problems.push(`PORT must be between 0 and 65535, got ${JSON.stringify(environment['PORT'])}`);
  }
  if (problems.length > 0 || store.value === undefined || port === undefined) {
    throw new BootError('the handler cannot start', {
      code: 'BOOT',
      retryable: false,
      details: { problems },
      cause: found.thrown.length === 0 ? undefined : new AggregateError(found.thrown),
    });
  }
  const emulatorHost = environment['FIRESTORE_EMULATOR_HOST'] || undefined;
  return { jobs: found.jobs, store: store.value, emulatorHost, port };
}

function parsePort(text: string): number | undefined {
  if (text === '') return DEFAULT_PORT;
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}
