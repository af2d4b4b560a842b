import type { ProxyKind } from './proxies';

/** What the runtime account of a proxy needs: a role that exists, or one of its own with these permissions. */
export interface ProxyAccess {
  /** A predefined role; `undefined` where a narrower one is made. */
  readonly role?: string;
  /** What is used of it. */
  readonly permissions: readonly string[];
  /** What it is granted on. */
  readonly on: 'project' | 'job' | 'topic';
}

/**
 * The narrowest access that each API of a proxy has.
 *
 * Neither Workflows nor Cloud Build has policies on single resources. `roles/run.jobsExecutorWithOverrides` cannot
 * list executions, which looking for an earlier start needs.
 *
 * @see https://cloud.google.com/workflows/docs/access-control
 * @see https://cloud.google.com/run/docs/reference/iam/permissions
 * @see https://cloud.google.com/build/docs/iam-roles-permissions
 * @see https://cloud.google.com/pubsub/docs/access-control
 */
export const PROXY_ACCESS: Readonly<Record<Exclude<ProxyKind, 'http'>, ProxyAccess>> = {
  'workflow-execution': {
    role: 'roles/workflows.invoker',
    permissions: ['workflows.executions.create', 'workflows.executions.get', 'workflows.executions.list'],
    on: 'project',
  },
  'cloud-run-job': {
    permissions: ['run.executions.get', 'run.executions.list', 'run.jobs.run', 'run.jobs.runWithOverrides'],
    on: 'job',
  },
  'cloud-build-trigger': {
    permissions: ['cloudbuild.builds.create', 'cloudbuild.builds.get', 'cloudbuild.builds.list'],
    on: 'project',
  },
  'pub-sub': { role: 'roles/pubsub.publisher', permissions: ['pubsub.topics.publish'], on: 'topic' },
};
