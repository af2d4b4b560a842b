import { ApiFault } from '../firestore-stand-in-documents';
import { type Api, type ApiRequest, invalid, type Json, jsonBody, objectWith, textsIn } from './api-request';
import { type Entry, type ExecutionList, timestamp } from './execution-list';
import { parseFilter } from './filter';

const TRIGGER = /^\/v1\/(projects\/([^/]+)\/locations\/[^/]+)\/triggers\/([^/:]+)(:run)?$/;
const BUILDS = /^\/v1\/(projects\/[^/]+\/locations\/[^/]+)\/builds(?:\/([^/:]+))?$/;

const STATUSES = { succeeded: 'SUCCESS', failed: 'FAILURE', cancelled: 'CANCELLED' } as const;

/** A trigger by both of its names. */
export interface Trigger {
  readonly id: string;
  readonly name: string;
}

/**
 * Cloud Build API v1: run and get a trigger, get and list builds of a location. Substitutions cannot be filtered by.
 *
 * @see https://cloud.google.com/build/docs/api/reference/rest/v1/projects.locations.builds
 */
export function cloudBuilds(list: ExecutionList, triggers: readonly Trigger[]): Api {
  const triggerOf = (idOrName: string) => {
    const trigger = triggers.find(({ id, name }) => id === idOrName || name === idOrName);
    if (trigger === undefined) throw new ApiFault(404, 'NOT_FOUND', `trigger ${idOrName} was not found`);
    return trigger;
  };
  return (request) => {
    const [, place = '', project = '', trigger, run] = TRIGGER.exec(request.path) ?? [];
    if (trigger !== undefined) {
      if (request.method === 'GET' && run === undefined) {
        return { kind: 'get', carryOut: () => ({ ...triggerOf(trigger) }) };
      }
      if (request.method !== 'POST' || run === undefined) return undefined;
      return { kind: 'start', carryOut: () => start(list, place, project, triggerOf(trigger), request) };
    }
    const [, parent, id] = BUILDS.exec(request.path) ?? [];
    if (parent === undefined || request.method !== 'GET') return undefined;
    if (id !== undefined)
      return { kind: 'get', carryOut: () => shown(list, list.get(`${parent}/builds/${id}`)) };
    return { kind: 'list', carryOut: () => listOf(list, parent, request) };
  };
}

/** Answers with a long-running operation, whose metadata has the build. */
function start(
  list: ExecutionList,
  place: string,
  project: string,
  trigger: Trigger,
  request: ApiRequest,
): Json {
  const { projectId, triggerId, source = {} } = jsonBody(request, ['projectId', 'triggerId', 'source']);
  if (projectId !== project || typeof triggerId !== 'string')
    throw invalid('projectId and triggerId are required');
  const known = ['branchName', 'tagName', 'commitSha', 'substitutions'];
  const given = textsIn(objectWith(source, known, 'source')['substitutions'], 'substitutions');
  const bad = Object.keys(given).find((name) => !/^_[A-Z0-9_]+$/.test(name));
  if (bad !== undefined) throw invalid(`substitution ${bad}`);
  const id = `0000000${list.entries.length + 1}-0000-4000-8000-000000000000`;
  const substitutions = { BRANCH_NAME: 'main', TRIGGER_NAME: trigger.name, ...given };
  const entry = list.add(place, `${place}/builds/${id}`, { id, buildTriggerId: trigger.id, substitutions });
  return {
    name: `operations/build/${project}/${Buffer.from(id).toString('base64')}`,
    metadata: {
      '@type': 'type.googleapis.com/google.devtools.cloudbuild.v1.BuildOperationMetadata',
      build: shown(list, entry),
    },
  };
}

function listOf(list: ExecutionList, parent: string, { query }: ApiRequest): Json {
  const holds = parseFilter(query.get('filter'), {
    trigger_id: { operator: '=', field: 'buildTriggerId' },
    create_time: { operator: '>', field: 'createTime' },
    status: { operator: '=', field: 'status' },
  });
  return list.page(parent, query, ['filter'], (entry) => {
    const item = shown(list, entry);
    return holds(item) ? item : undefined;
  });
}

function shown(list: ExecutionList, entry: Entry): Json {
  const end = list.endOf(entry);
  return {
    // Google prints the number of the project here.
    name: entry.name.replace(/^projects\/[^/]+/, 'projects/123456789'),
    status: end === undefined ? 'WORKING' : STATUSES[end],
    createTime: timestamp(entry.createdAtMs),
    ...(end === 'failed' && { statusDetail: 'step 2 exited with 1' }),
    ...entry.content,
  };
}
