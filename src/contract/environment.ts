import { type Decoded, isObject, isText, parseObject, show } from './decoding';
import {
  FORCED_RUNS,
  JOB_SETTINGS_DEFAULTS,
  type JobSettings,
  LEASE_KINDS,
  MISSING_SCHEDULE_TIME,
  SHORTEST_RENEWED_LEASE_SECONDS,
} from './job-settings';

/** The names of the handler's environment variables. Public contract between the two halves. */
export const ENVIRONMENT = {
  /** The jobs that the handler accepts, as {@link encodeJobs} writes them. */
  JOBS: 'DSJ_JOBS',
  /** Where the records are, as {@link encodeStore} writes it. */
  STORE: 'DSJ_STORE',
  /** The settings of job logic that is built in, as JSON: `{"LOGIC_NAME": {…proxy…}}`. Not set where there is none. */
  PROXIES: 'DSJ_PROXIES',
} as const;

/** Where the records of a Firestore store are. */
export interface FirestoreLocation {
  readonly kind: 'firestore';
  readonly project: string;
  readonly database: string;
  readonly collection: string;
}

/** Where the handler keeps its records. */
export type StoreLocation = FirestoreLocation;

/** Values that are known only at deploy time stay embedded in the text, as tokens do. */
export function encodeStore(store: StoreLocation): string {
  return JSON.stringify({
    kind: store.kind,
    project: store.project,
    database: store.database,
    collection: store.collection,
  });
}

/**
 * Writes the jobs as one JSON object, `{"PROJECT/LOCATION": {"JOB_NAME": {…settings…}}}`: a plan shows it
 * field by field. What equals its default is left out.
 */
export function encodeJobs(jobs: readonly JobSettings[]): string {
  const places = new Map<string, Map<string, object>>();
  for (const job of jobs) {
    const place = `${job.project}/${job.location}`;
    const jobsOfPlace = places.get(place) ?? new Map<string, object>();
    places.set(place, jobsOfPlace);
    jobsOfPlace.set(job.jobName, {
      logic: unlessDefault('logic', job.logic),
      timeoutSeconds: job.timeoutSeconds,
      leaseSeconds: job.leaseSeconds,
      leaseKind: unlessDefault('leaseKind', job.leaseKind),
      retentionSeconds: job.retentionSeconds,
      retryWindowSeconds: job.retryWindowSeconds,
      atMostOnce: unlessDefault('atMostOnce', job.atMostOnce),
      forcedRuns: unlessDefault('forcedRuns', job.forcedRuns),
      missingScheduleTime: unlessDefault('missingScheduleTime', job.missingScheduleTime),
    });
  }
  // Not by assignment: a job may be called __proto__.
  const entries = [...places].map(([place, jobsOfPlace]) => [place, Object.fromEntries(jobsOfPlace)]);
  return JSON.stringify(Object.fromEntries(entries));
}

function unlessDefault<K extends keyof typeof JOB_SETTINGS_DEFAULTS>(
  name: K,
  value: JobSettings[K],
): JobSettings[K] | undefined {
  return value === JOB_SETTINGS_DEFAULTS[name] ? undefined : value;
}

/** Reads what {@link encodeStore} wrote. */
export function decodeStore(text: string | undefined): Decoded<StoreLocation> {
  const parsed = parseObject(ENVIRONMENT.STORE, text);
  if (parsed.problems !== undefined) return parsed;
  const problems: string[] = [];
  const { kind, project, database, collection } = parsed.value;
  if (kind !== 'firestore') problems.push(`${ENVIRONMENT.STORE}.kind must be firestore, got ${show(kind)}`);
  for (const [name, value] of Object.entries({ project, database, collection })) {
    if (!isText(value)) problems.push(`${ENVIRONMENT.STORE}.${name} must be a text, got ${show(value)}`);
  }
  if (problems.length > 0) return { problems };
  return {
    value: {
      kind: 'firestore',
      project: project as string,
      database: database as string,
      collection: collection as string,
    },
  };
}

/** Reads what {@link encodeJobs} wrote. */
export function decodeJobs(text: string | undefined): Decoded<JobSettings[]> {
  const parsed = parseObject(ENVIRONMENT.JOBS, text);
  if (parsed.problems !== undefined) return parsed;
  const problems: string[] = [];
  const jobs: JobSettings[] = [];
  for (const [place, jobsOfPlace] of Object.entries(parsed.value)) {
    const separator = place.indexOf('/');
    if (separator < 1 || separator === place.length - 1 || !isObject(jobsOfPlace)) {
      problems.push(`${ENVIRONMENT.JOBS}.${place} must be jobs under PROJECT/LOCATION`);
      continue;
    }
    const project = place.slice(0, separator);
    const location = place.slice(separator + 1);
    for (const [jobName, settings] of Object.entries(jobsOfPlace)) {
      const label = `${ENVIRONMENT.JOBS}.${place}.${jobName}`;
      if (!isObject(settings)) problems.push(`${label} must be an object, got ${show(settings)}`);
      else jobs.push(decodeSettings({ project, location, jobName }, settings, label, problems));
    }
  }
  if (jobs.length === 0 && problems.length === 0)
    problems.push(`${ENVIRONMENT.JOBS} must hold at least one job`);
  return problems.length > 0 ? { problems } : { value: jobs };
}

function decodeSettings(
  identity: Pick<JobSettings, 'project' | 'location' | 'jobName'>,
  settings: Record<string, unknown>,
  label: string,
  problems: string[],
): JobSettings {
  const given = { ...JOB_SETTINGS_DEFAULTS, ...settings } as Record<string, unknown>;
  const require = (name: keyof JobSettings, holds: boolean, rule: string) => {
    if (!holds) problems.push(`${label}.${name} must be ${rule}, got ${show(given[name])}`);
  };
  const known = new Set<string>([
    ...Object.keys(JOB_SETTINGS_DEFAULTS),
    'timeoutSeconds',
    'leaseSeconds',
    'retentionSeconds',
    'retryWindowSeconds',
  ]);
  for (const name of Object.keys(settings)) {
    if (!known.has(name)) problems.push(`${label}.${name} is not a setting of this version`);
  }
  require('logic', isText(given['logic']), 'a text');
  for (const name of ['timeoutSeconds', 'leaseSeconds', 'retentionSeconds', 'retryWindowSeconds'] as const) {
    const value = given[name];
    require(name, typeof value === 'number' && Number.isFinite(value) && value > 0, 'seconds above 0');
  }
  require('leaseKind', LEASE_KINDS.includes(given['leaseKind'] as never), LEASE_KINDS.join(' or '));
  if (given['leaseKind'] === 'renewed') {
    const holds = Number(given['leaseSeconds']) >= SHORTEST_RENEWED_LEASE_SECONDS;
    require('leaseSeconds', holds, `at least ${SHORTEST_RENEWED_LEASE_SECONDS} where the lease is renewed`);
  }
  require('atMostOnce', typeof given['atMostOnce'] === 'boolean', 'true or false');
  require('forcedRuns', FORCED_RUNS.includes(given['forcedRuns'] as never), FORCED_RUNS.join(' or '));
  require('missingScheduleTime', MISSING_SCHEDULE_TIME.includes(
    given['missingScheduleTime'] as never,
  ), MISSING_SCHEDULE_TIME.join(' or '));
  return { ...identity, ...given } as JobSettings;
}
