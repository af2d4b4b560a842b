import { ApiFault } from '../firestore-stand-in-documents';
import { type Api, type ApiRequest, invalid, type Json, jsonBody, textsIn } from './api-request';
import { type Entry, type ExecutionList, timestamp } from './execution-list';
import { parseFilter } from './filter';

const PATH = /^\/v1\/(projects\/[^/]+\/locations\/[^/]+\/workflows\/[^/]+)\/executions(?:\/([^/:]+))?$/;

const STATES = { succeeded: 'SUCCEEDED', failed: 'FAILED', cancelled: 'CANCELLED' } as const;

/**
 * Workflow Executions API v1: create, get, list. The basic view has neither labels nor argument.
 *
 * @see https://cloud.google.com/workflows/docs/reference/executions/rest/v1/projects.locations.workflows.executions
 */
export function workflowExecutions(list: ExecutionList, workflows: ReadonlySet<string>): Api {
  return (request) => {
    const [, parent, id] = PATH.exec(request.path) ?? [];
    if (parent === undefined) return undefined;
    const known = () => {
      if (workflows.has(parent)) return parent;
      throw new ApiFault(404, 'NOT_FOUND', `workflow ${parent} was not found`);
    };
    if (request.method === 'POST' && id === undefined) {
      return { kind: 'start', carryOut: () => create(list, known(), request) };
    }
    if (request.method !== 'GET') return undefined;
    if (id !== undefined) {
      return { kind: 'get', carryOut: () => shown(list, list.get(`${parent}/executions/${id}`), 'FULL') };
    }
    return { kind: 'list', carryOut: () => listOf(list, known(), request) };
  };
}

function create(list: ExecutionList, parent: string, request: ApiRequest): Json {
  const { argument, labels } = jsonBody(request, ['argument', 'labels', 'callLogLevel']);
  if (argument !== undefined && typeof argument !== 'string') throw invalid('argument must be a JSON string');
  for (const [key, value] of Object.entries(textsIn(labels, 'labels'))) {
    if (!/^[a-z][a-z0-9_-]{0,62}$/.test(key)) throw invalid(`label key ${key}`);
    if (!/^[a-z0-9_-]{0,63}$/.test(value)) throw invalid(`label value ${value}`);
  }
  const id = `execution-${list.entries.length + 1}`;
  return shown(list, list.add(parent, `${parent}/executions/${id}`, { argument, labels }), 'FULL');
}

function listOf(list: ExecutionList, parent: string, { query }: ApiRequest): Json {
  const view = query.get('view') ?? 'BASIC';
  if (view !== 'BASIC' && view !== 'FULL') throw invalid(`view ${view}`);
  const holds = parseFilter(query.get('filter'), {
    createTime: { operator: '>', field: 'createTime' },
    startTime: { operator: '>', field: 'startTime' },
    state: { operator: '=', field: 'state' },
  });
  return list.page(parent, query, ['view', 'filter', 'orderBy'], (entry) => {
    const item = shown(list, entry, view);
    return holds(item) ? item : undefined;
  });
}

function shown(list: ExecutionList, entry: Entry, view: 'BASIC' | 'FULL'): Json {
  const end = list.endOf(entry);
  const createTime = timestamp(entry.createdAtMs);
  const basic = {
    name: entry.name,
    createTime,
    startTime: createTime,
    state: end === undefined ? 'ACTIVE' : STATES[end],
    workflowRevisionId: '000001-a4d',
  };
  if (view === 'BASIC') return basic;
  return {
    ...basic,
    ...entry.content,
    ...(end === 'succeeded' && { result: '{"closed":true}' }),
    ...(end === 'failed' && {
      error: { payload: '{"message":"the ledger is open"}', context: 'in step "close"' },
    }),
  };
}
