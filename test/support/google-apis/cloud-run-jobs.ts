import { ApiFault } from '../firestore-stand-in-documents';
import { type Api, type ApiRequest, invalid, type Json, jsonBody, objectWith } from './api-request';
import { type Entry, type ExecutionList, timestamp } from './execution-list';

const JOB = /^\/v2\/(projects\/[^/]+\/locations\/[^/]+\/jobs\/[^/:]+)(:run|\/executions(?:\/([^/:]+))?)$/;

const STATES = {
  succeeded: 'CONDITION_SUCCEEDED',
  failed: 'CONDITION_FAILED',
  cancelled: 'CONDITION_FAILED',
} as const;

/**
 * Cloud Run Admin API v2: run a job, get and list its executions. The list has no filter.
 *
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.jobs.executions
 */
export function cloudRunJobs(list: ExecutionList, jobs: ReadonlySet<string>): Api {
  return (request) => {
    const [, job, call, id] = JOB.exec(request.path) ?? [];
    if (job === undefined) return undefined;
    const known = () => {
      if (jobs.has(job)) return job;
      throw new ApiFault(404, 'NOT_FOUND', `Resource ${job} was not found`);
    };
    if (request.method === 'POST' && call === ':run') {
      return { kind: 'start', carryOut: () => run(list, known(), request) };
    }
    if (request.method !== 'GET' || call === ':run') return undefined;
    if (id !== undefined)
      return { kind: 'get', carryOut: () => shown(list, list.get(`${job}/executions/${id}`)) };
    return {
      kind: 'list',
      carryOut: () => list.page(known(), request.query, ['showDeleted'], (entry) => shown(list, entry)),
    };
  };
}

/** Answers with a long-running operation, whose metadata is the execution. */
function run(list: ExecutionList, job: string, request: ApiRequest): Json {
  const { overrides = {} } = jsonBody(request, ['validateOnly', 'etag', 'overrides']);
  const { containerOverrides = [] } = objectWith(
    overrides,
    ['containerOverrides', 'taskCount', 'timeout'],
    'overrides',
  );
  if (!Array.isArray(containerOverrides)) throw invalid('containerOverrides must be a list');
  const containers = containerOverrides.map((override) => {
    const {
      name,
      args,
      env = [],
    } = objectWith(override, ['name', 'args', 'clearArgs', 'env'], 'container override');
    if (!Array.isArray(env)) throw invalid('env must be a list');
    const own = [{ name: 'LOG_LEVEL', value: 'info' }];
    return {
      name,
      args,
      image: 'ledger',
      env: [...own, ...env.map((one) => objectWith(one, ['name', 'value'], 'env'))],
    };
  });
  const name = `${job}/executions/${job.split('/').at(-1)}-${list.entries.length + 1}`;
  const entry = list.add(job, name, { template: { containers } });
  return {
    name: `${job.replace(/\/jobs\/.*/, '')}/operations/${list.entries.length}`,
    metadata: { '@type': 'type.googleapis.com/google.cloud.run.v2.Execution', ...shown(list, entry) },
    done: false,
  };
}

function shown(list: ExecutionList, entry: Entry): Json {
  const end = list.endOf(entry);
  const state = end === undefined ? 'CONDITION_RECONCILING' : STATES[end];
  return {
    name: entry.name,
    job: entry.parent,
    createTime: timestamp(entry.createdAtMs),
    ...entry.content,
    reconciling: end === undefined,
    conditions: [
      { type: 'ResourcesAvailable', state: 'CONDITION_SUCCEEDED' },
      { type: 'Completed', state, ...(end === 'failed' && { message: 'Task export-ledger-task0 failed' }) },
    ],
  };
}
