import { type CloudBuildTriggerProxy, PROXY_STEP } from '../../src/contract/proxies';
import type { JobFunction, JobRun } from '../job-run';
import type { Progress } from './await-end';
import { apiPath, GoogleApi, objectIn, type Reply } from './google-api';
import { listPages } from './pages';
import type { ProxyPort } from './proxy-port';
import { named } from './started-name';
import { startingLogic, type WatchedApi } from './starting-logic';
import { createdAtMs, earliestMs } from './timestamps';

const PAGE_SIZE = '100';

/** A trigger's id, as opposed to its name. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Gives the id of the trigger, which lists are filtered by. */
type TriggerId = (signal: AbortSignal) => Promise<Reply<{ readonly id: string }>>;

export const proxyKind = 'cloud-build-trigger';

/**
 * Starts a build by a trigger, with the run's token as a substitution.
 *
 * Lists are filtered by the trigger and the time; an earlier build of the run is known by the token among its
 * substitutions, for which there is no filter.
 *
 * @see https://cloud.google.com/build/docs/api/reference/rest/v1/projects.locations.triggers/run
 * @see https://cloud.google.com/build/docs/view-build-results#filtering_build_results_using_queries
 */
export function proxyLogic(settings: CloudBuildTriggerProxy, port: ProxyPort): JobFunction {
  const api = new GoogleApi(port, settings.endpoint ?? 'https://cloudbuild.googleapis.com');
  const triggerId = knownId(settings, api);
  return startingLogic(port, settings.waits, (run) => triggerOf(settings, api, triggerId, run));
}

function triggerOf(
  settings: CloudBuildTriggerProxy,
  api: GoogleApi,
  triggerId: TriggerId,
  run: JobRun,
): WatchedApi {
  const { project, location, trigger, source, substitutions, tokenSubstitution } = settings;
  const token = run.token(PROXY_STEP);
  const buildName = (id: unknown) =>
    typeof id === 'string' ? `projects/${project}/locations/${location}/builds/${id}` : undefined;
  return {
    target: {
      kind: proxyKind,
      name: `the trigger ${location}/${trigger}`,
      project,
      alsoNeeds: 'iam.serviceAccounts.actAs on the account of the trigger',
    },

    async start() {
      const body = {
        projectId: project,
        triggerId: trigger,
        source: { ...source, substitutions: { ...substitutions, [tokenSubstitution]: token } },
      };
      const path = apiPath`/v1/projects/${project}/locations/${location}/triggers/${trigger}:run`;
      const answer = await api.call({ method: 'POST', path, body }, run.signal);
      if (answer.kind !== 'answered') return answer;
      // A long-running operation, whose metadata has the build.
      return named(buildName(objectIn(objectIn(answer.body['metadata'])['build'])['id']));
    },

    async find() {
      const known = await triggerId(run.signal);
      if (known.kind !== 'answered') return known;
      const since = new Date(earliestMs(run.startedAt)).toISOString();
      const query = { filter: `trigger_id="${known.id}" AND create_time>"${since}"`, pageSize: PAGE_SIZE };
      const path = apiPath`/v1/projects/${project}/locations/${location}/builds`;
      const reply = await listPages(api, { path, query }, 'builds', run.signal);
      if (reply.kind !== 'answered') return reply;
      const found = reply.items.filter(
        (build) => objectIn(build['substitutions'])[tokenSubstitution] === token,
      );
      return {
        kind: 'answered',
        found: found.map(({ id, createTime }) => ({
          execution: String(buildName(id)),
          createdAtMs: createdAtMs(createTime),
        })),
      };
    },

    async ask(execution) {
      const answer = await api.call({ method: 'GET', path: `/v1/${execution}` }, run.signal);
      return answer.kind === 'answered' ? progressOf(answer.body) : answer;
    },
  };
}

/** The id of a trigger that may be given by its name; it never changes, so it is asked for once. */
function knownId({ project, location, trigger }: CloudBuildTriggerProxy, api: GoogleApi): TriggerId {
  let id = UUID.test(trigger) ? trigger : undefined;
  return async (signal) => {
    if (id !== undefined) return { kind: 'answered', id };
    const path = apiPath`/v1/projects/${project}/locations/${location}/triggers/${trigger}`;
    const answer = await api.call({ method: 'GET', path }, signal);
    if (answer.kind !== 'answered') return answer;
    const given = answer.body['id'];
    if (typeof given !== 'string') return { kind: 'unanswered', cause: new Error('the trigger has no id') };
    id = given;
    return { kind: 'answered', id };
  };
}

/** @see https://cloud.google.com/build/docs/api/reference/rest/v1/projects.builds#Build.Status */
const FAILED: ReadonlySet<string> = new Set(['FAILURE', 'INTERNAL_ERROR', 'TIMEOUT', 'CANCELLED', 'EXPIRED']);

function progressOf({ status, statusDetail }: Readonly<Record<string, unknown>>): Reply<Progress> {
  const state = String(status);
  if (state === 'SUCCESS') return { kind: 'answered', progress: 'succeeded', state };
  if (!FAILED.has(state)) return { kind: 'answered', progress: 'running' };
  const message = String(statusDetail ?? 'no reason is given');
  return { kind: 'answered', progress: 'failed', state, message };
}
