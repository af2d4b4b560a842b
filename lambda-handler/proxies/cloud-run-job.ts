import { type CloudRunJobProxy, type ContainerOverride, PROXY_STEP } from '../../src/contract/proxies';
import type { JobFunction, JobRun } from '../job-run';
import type { Progress } from './await-end';
import { apiPath, GoogleApi, objectIn, objectsIn, type Reply } from './google-api';
import { listPages } from './pages';
import type { ProxyPort } from './proxy-port';
import { named } from './started-name';
import { startingLogic, type WatchedApi } from './starting-logic';
import { createdAtMs, earliestMs } from './timestamps';

const PAGE_SIZE = '100';

export const proxyKind = 'cloud-run-job';

/**
 * Starts an execution of a Cloud Run job, with the run's token in the environment of its containers.
 *
 * The list of executions has no filter. It comes newest first, so it is read down to the first execution that is older
 * than the run; an earlier one of the run is known by the token in its environment.
 *
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.jobs/run
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.jobs.executions/list
 */
export function proxyLogic(settings: CloudRunJobProxy, port: ProxyPort): JobFunction {
  const api = new GoogleApi(port, settings.endpoint ?? 'https://run.googleapis.com');
  return startingLogic(port, settings.waits, (run) => jobOf(settings, api, run));
}

function jobOf(settings: CloudRunJobProxy, api: GoogleApi, run: JobRun): WatchedApi {
  const { project, location, job, tokenVariable } = settings;
  const token = run.token(PROXY_STEP);
  const path = apiPath`/v2/projects/${project}/locations/${location}/jobs/${job}`;
  return {
    target: { kind: proxyKind, name: `the job ${location}/${job}`, project },

    async start() {
      const body = { overrides: overridesWith(settings, token) };
      const answer = await api.call({ method: 'POST', path: `${path}:run`, body }, run.signal);
      // A long-running operation, whose metadata is the execution.
      return answer.kind === 'answered' ? named(objectIn(answer.body['metadata'])['name']) : answer;
    },

    async find() {
      const sinceMs = earliestMs(run.startedAt);
      const list = { path: `${path}/executions`, query: { pageSize: PAGE_SIZE } };
      const reply = await listPages(
        api,
        list,
        'executions',
        run.signal,
        ({ createTime }) => createdAtMs(createTime) < sinceMs,
      );
      if (reply.kind !== 'answered') return reply;
      const found = reply.items.filter(({ template }) => hasToken(template, tokenVariable, token));
      return {
        kind: 'answered',
        found: found.map(({ name, createTime }) => ({
          execution: String(name),
          createdAtMs: createdAtMs(createTime),
        })),
      };
    },

    async ask(execution) {
      const answer = await api.call({ method: 'GET', path: `/v2/${execution}` }, run.signal);
      return answer.kind === 'answered' ? progressOf(answer.body) : answer;
    },
  };
}

/** The overrides with the token in each container that they name; in the only container where they name none. */
function overridesWith({ overrides, tokenVariable }: CloudRunJobProxy, token: string): object {
  const containers: readonly ContainerOverride[] = overrides.containerOverrides?.length
    ? overrides.containerOverrides
    : [{}];
  return {
    ...overrides,
    containerOverrides: containers.map((container) => ({
      ...container,
      env: [...(container.env ?? []), { name: tokenVariable, value: token }],
    })),
  };
}

function hasToken(template: unknown, variable: string, token: string): boolean {
  return objectsIn(objectIn(template)['containers']).some((container) =>
    objectsIn(container['env']).some(({ name, value }) => name === variable && value === token),
  );
}

/**
 * The condition `Completed` says how an execution has ended.
 *
 * @see https://cloud.google.com/run/docs/reference/rest/v2/Condition
 */
function progressOf({ conditions }: Readonly<Record<string, unknown>>): Reply<Progress> {
  const condition = objectsIn(conditions).find(({ type }) => type === 'Completed');
  const state = String(condition?.['state']);
  if (state === 'CONDITION_SUCCEEDED') return { kind: 'answered', progress: 'succeeded', state };
  if (state === 'CONDITION_FAILED') {
    const message = String(condition?.['message'] ?? 'no reason is given');
    return { kind: 'answered', progress: 'failed', state, message };
  }
  return { kind: 'answered', progress: 'running' };
}
