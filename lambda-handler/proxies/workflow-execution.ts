import { IDEMPOTENCY_KEY, PROXY_STEP, type WorkflowExecutionProxy } from '../../src/contract/proxies';
import type { JobFunction, JobRun } from '../job-run';
import type { Progress } from './await-end';
import { apiPath, GoogleApi, objectIn, type Reply } from './google-api';
import type { Started } from './look';
import { listPages } from './pages';
import type { ProxyPort } from './proxy-port';
import { named } from './started-name';
import { startingLogic, type WatchedApi } from './starting-logic';
import { createdAtMs, earliestMs } from './timestamps';

/** Longest result of a workflow that is handed on, in characters: a record keeps 10,000 in all. */
const LONGEST_RESULT = 8_000;

/** The most that a page holds in this view. */
const PAGE_SIZE = '100';

export const proxyKind = 'workflow-execution';

/**
 * Starts an execution of a workflow, with the run's token in its argument and as a label.
 *
 * An earlier one is found among the executions that were created since the run began, by both. The list is narrowed by
 * the time alone, since a filter that matched nothing would look like a workflow that was not started.
 *
 * @see https://cloud.google.com/workflows/docs/reference/executions/rest/v1/projects.locations.workflows.executions/create
 * @see https://cloud.google.com/workflows/docs/reference/executions/rest/v1/projects.locations.workflows.executions/list
 */
export function proxyLogic(settings: WorkflowExecutionProxy, port: ProxyPort): JobFunction {
  const api = new GoogleApi(port, settings.endpoint ?? 'https://workflowexecutions.googleapis.com');
  return startingLogic(port, settings.waits, (run) => workflowOf(settings, api, run));
}

function workflowOf(settings: WorkflowExecutionProxy, api: GoogleApi, run: JobRun): WatchedApi {
  const { project, location, workflow, argument, tokenField } = settings;
  const token = run.token(PROXY_STEP);
  const path = apiPath`/v1/projects/${project}/locations/${location}/workflows/${workflow}/executions`;
  return {
    target: { kind: proxyKind, name: `the workflow ${location}/${workflow}`, project },

    async start() {
      const body = {
        argument: JSON.stringify({ ...argument, [tokenField]: token }),
        labels: { [IDEMPOTENCY_KEY.LABEL]: token },
      };
      const answer = await api.call({ method: 'POST', path, body }, run.signal);
      return answer.kind === 'answered' ? named(answer.body['name']) : answer;
    },

    async find() {
      const filter = `createTime>"${new Date(earliestMs(run.startedAt)).toISOString()}"`;
      const query = { view: 'FULL', filter, pageSize: PAGE_SIZE };
      const reply = await listPages(api, { path, query }, 'executions', run.signal);
      if (reply.kind !== 'answered') return reply;
      const found = reply.items.filter(
        ({ labels, argument: given }) =>
          objectIn(labels)[IDEMPOTENCY_KEY.LABEL] === token && parsed(given)[tokenField] === token,
      );
      return { kind: 'answered', found: found.map(started) };
    },

    async ask(execution) {
      const answer = await api.call({ method: 'GET', path: `/v1/${execution}` }, run.signal);
      return answer.kind === 'answered' ? progressOf(answer.body, run) : answer;
    },
  };
}

function started({ name, createTime }: Readonly<Record<string, unknown>>): Started {
  return { execution: String(name), createdAtMs: createdAtMs(createTime) };
}

/** @see https://cloud.google.com/workflows/docs/reference/executions/rest/v1/projects.locations.workflows.executions#State */
function progressOf(body: Readonly<Record<string, unknown>>, run: JobRun): Reply<Progress> {
  const state = String(body['state']);
  switch (state) {
    case 'SUCCEEDED':
      return { kind: 'answered', progress: 'succeeded', state, result: resultOf(body['result'], run) };
    case 'FAILED':
    case 'CANCELLED':
      return { kind: 'answered', progress: 'failed', state, message: failure(objectIn(body['error'])) };
    // `UNAVAILABLE` is a word on the data of an execution, not on its end; more states may come.
    default:
      return { kind: 'answered', progress: 'running' };
  }
}

function failure({ payload, context }: Readonly<Record<string, unknown>>): string {
  return (
    [payload, context].filter((text) => typeof text === 'string' && text !== '').join(' ') ||
    'no reason is given'
  );
}

function resultOf(text: unknown, run: JobRun): unknown {
  if (typeof text !== 'string') return undefined;
  if (text.length <= LONGEST_RESULT) return parsedValue(text);
  run.log.warning('the result of the workflow is not kept: it has more than 8,000 characters', {
    characters: text.length,
  });
  return undefined;
}

function parsed(text: unknown): Readonly<Record<string, unknown>> {
  return objectIn(parsedValue(text));
}

function parsedValue(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
