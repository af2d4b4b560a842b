import { CloudRunV2Job } from '@cdktf/provider-google/lib/cloud-run-v2-job';
import { decodeProxies } from '../../src/contract/decode-proxies';
import { Duration } from '../../src/duration';
import { JobLogic } from '../../src/handler/job-logic';
import type { CloudRunJobProps } from '../../src/proxy/cloud-run-job';
import { messageOf } from '../support/billing-stack';
import { proxyStack, RUNTIME_MEMBER, useStubBundles } from './proxy-stack';

useStubBundles();

const REINDEX: CloudRunJobProps = { job: 'reindex', location: 'europe-west1' };

function problemsOf(changes: object): string {
  return messageOf(() => JobLogic.cloudRunJob({ ...REINDEX, ...changes }));
}

function withContainer(container: object): object {
  return { overrides: { containerOverrides: [container] } };
}

describe('JobLogic.cloudRunJob', () => {
  test('writes settings that the handler takes, with every default', () => {
    const { settingsText } = proxyStack(() => JobLogic.cloudRunJob(REINDEX));

    expect(decodeProxies(settingsText)).toEqual({
      value: {
        default: {
          kind: 'cloud-run-job',
          project: 'acme-billing',
          location: 'europe-west1',
          waits: false,
          job: 'reindex',
          overrides: {},
          tokenVariable: 'IDEMPOTENCY_KEY',
        },
      },
    });
  });

  test('writes overrides as the API names them', () => {
    const { settingsText } = proxyStack(() =>
      JobLogic.cloudRunJob({
        ...REINDEX,
        overrides: {
          containerOverrides: [
            { name: 'main', args: ['--all'], env: { MODE: 'full' } },
            { name: 'sidecar', clearArgs: true },
          ],
          taskCount: 3,
          timeout: Duration.hours(2),
        },
        tokenVariable: 'RUN_TOKEN',
      }),
    );

    expect(decodeProxies(settingsText).value).toMatchObject({
      default: {
        overrides: {
          containerOverrides: [
            { name: 'main', args: ['--all'], env: [{ name: 'MODE', value: 'full' }] },
            { name: 'sidecar', clearArgs: true },
          ],
          taskCount: 3,
          timeout: '7200s',
        },
        tokenVariable: 'RUN_TOKEN',
      },
    });
  });

  test('is granted a role of its own, with what it does, on the job alone', () => {
    const { synthesized, handler } = proxyStack(() => JobLogic.cloudRunJob(REINDEX));
    const roleId = synthesized.resource('google_project_iam_custom_role')['role_id'];

    expect(synthesized.resource('google_project_iam_custom_role')).toMatchObject({
      project: 'acme-billing',
      role_id: expect.stringMatching(/^handler_run_job_[0-9a-f]{8}$/),
      permissions: ['run.executions.get', 'run.executions.list', 'run.jobs.run', 'run.jobs.runWithOverrides'],
      stage: 'GA',
    });
    expect(synthesized.resource('google_cloud_run_v2_job_iam_member')).toMatchObject({
      project: 'acme-billing',
      location: 'europe-west1',
      name: 'reindex',
      role: `projects/acme-billing/roles/${roleId}`,
      member: RUNTIME_MEMBER,
      depends_on: [expect.stringMatching(/^google_project_iam_custom_role\.Handler_RunJobRole_/)],
    });
    expect(handler.requiredGrants).toContainEqual({
      role: `projects/acme-billing/roles/${roleId}`,
      permissions: ['run.executions.get', 'run.executions.list', 'run.jobs.run', 'run.jobs.runWithOverrides'],
      member: handler.runtimeAccount.member,
      on: 'the Cloud Run job reindex in europe-west1 of project acme-billing',
    });
  });

  test('makes role and grant in the project of the job', () => {
    const { synthesized, handler } = proxyStack(() =>
      JobLogic.cloudRunJob({ ...REINDEX, project: 'acme-search' }),
    );

    expect(handler.requiredGrants.map(({ on }) => on)).toContain(
      'the Cloud Run job reindex in europe-west1 of project acme-search',
    );

    expect(synthesized.resource('google_project_iam_custom_role')['project']).toBe('acme-search');
    expect(synthesized.resource('google_cloud_run_v2_job_iam_member')).toMatchObject({
      project: 'acme-search',
      role: expect.stringMatching(/^projects\/acme-search\/roles\//),
    });
  });

  test('names and grants a job that is made beside it by its attributes', () => {
    const { settingsText, synthesized } = proxyStack((stack) => {
      const container = { image: 'europe-docker.pkg.dev/acme-billing/jobs/reindex:1' };
      const template = { template: { containers: [container] } };
      const { name, location } = new CloudRunV2Job(stack, 'Reindex', {
        name: 'reindex',
        location: 'europe-west1',
        template,
      });
      return JobLogic.cloudRunJob({ job: name, location });
    });

    expect(settingsText).toContain('"job":${jsonencode(google_cloud_run_v2_job.Reindex.name)}');
    expect(synthesized.resource('google_cloud_run_v2_job_iam_member')).toMatchObject({
      location: '${google_cloud_run_v2_job.Reindex.location}',
      name: '${google_cloud_run_v2_job.Reindex.name}',
    });
  });

  test.each([
    { case: 'a name of 63 characters', changes: { job: 'a'.repeat(63) } },
    { case: 'one task', changes: { overrides: { taskCount: 1 } } },
    { case: '10,000 tasks', changes: { overrides: { taskCount: 10_000 } } },
    { case: 'a timeout of 7 days', changes: { overrides: { timeout: Duration.days(7) } } },
    { case: 'one container without a name', changes: withContainer({ args: ['x'] }) },
  ])('takes $case', ({ changes }) => {
    expect(JobLogic.cloudRunJob({ ...REINDEX, ...changes }).source.kind).toBe('proxy');
  });

  test.each([
    {
      case: 'a name of 64 characters',
      changes: { job: 'a'.repeat(64) },
      told: 'job must be the short name of a job',
    },
    {
      case: 'a name in upper case',
      changes: { job: 'Reindex' },
      told: 'job must be the short name of a job',
    },
    { case: 'no task', changes: { overrides: { taskCount: 0 } }, told: 'raise it to 1' },
    { case: '10,001 tasks', changes: { overrides: { taskCount: 10_001 } }, told: 'lower it to 10000' },
    {
      case: 'a timeout above 7 days',
      changes: { overrides: { timeout: Duration.seconds(604_801) } },
      told: 'overrides.timeout must be between 1 s and 7 days, in whole seconds, got 604801 s: lower it to 604800',
    },
    {
      case: 'a timeout that is no Duration',
      changes: { overrides: { timeout: 60 } },
      told: 'overrides.timeout must be a Duration, got 60: write Duration.seconds(60)',
    },
    {
      case: 'no arguments instead of those of the job',
      changes: withContainer({ args: [] }),
      told: 'overrides.containerOverrides[0].args must be at least one text, got an array: write clearArgs: true',
    },
    {
      case: 'arguments that are cleared and given',
      changes: withContainer({ args: ['x'], clearArgs: true }),
      told: 'overrides.containerOverrides[0].clearArgs must not be true beside args',
    },
    {
      case: 'two containers, of which one has no name',
      changes: { overrides: { containerOverrides: [{ name: 'main' }, {}] } },
      told: 'overrides.containerOverrides[1].name must be given where several containers are overridden',
    },
    {
      case: 'one container twice',
      changes: { overrides: { containerOverrides: [{ name: 'main' }, { name: 'main' }] } },
      told: "overrides.containerOverrides[1].name must differ from that of every other container, got 'main'",
    },
    {
      case: 'a variable of the platform',
      changes: withContainer({ env: { CLOUD_RUN_JOB: 'x' } }),
      told: 'overrides.containerOverrides[0].env.CLOUD_RUN_JOB must be named with letters',
    },
    {
      case: 'a variable that is a number',
      changes: withContainer({ env: { LIMIT: 5 } }),
      told: 'overrides.containerOverrides[0].env.LIMIT must be a text, got 5',
    },
    {
      case: 'a token variable that a container has',
      changes: withContainer({ env: { IDEMPOTENCY_KEY: 'mine' } }),
      told: "tokenVariable must differ from what overrides holds, got 'IDEMPOTENCY_KEY': remove it there, or choose another tokenVariable",
    },
    {
      case: 'a token variable of the platform',
      changes: { tokenVariable: 'X_GOOGLE_RUN' },
      told: 'tokenVariable must be',
    },
    {
      case: 'an override that there is not',
      changes: { overrides: { tasks: 1 } },
      told: 'overrides.tasks must be a prop',
    },
  ])('refuses $case', ({ changes, told }) => {
    expect(problemsOf(changes)).toContain(told);
  });
});
