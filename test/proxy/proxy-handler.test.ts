import { decodeProxies } from '../../src/contract/decode-proxies';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { handlerEntry } from '../../src/handler/handler-entry';
import { JobLogic } from '../../src/handler/job-logic';
import { grantsOf } from '../../src/testing/grants-of';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage } from '../support/handlers';
import { Synthesized } from '../support/synthesized';
import { proxyStack, useStubBundles } from './proxy-stack';

useStubBundles();

const location = 'europe-west1';
const CLOSE = JobLogic.workflowExecution({ workflow: 'close-books', location });
const OPEN = JobLogic.workflowExecution({ workflow: 'open-books', location });
const REINDEX = JobLogic.cloudRunJob({ job: 'reindex', location });
const EXPORT = JobLogic.cloudRunJob({ job: 'export', location });
const ELSEWHERE = JobLogic.cloudRunJob({ job: 'reindex', location, project: 'acme-search' });

describe('a handler of proxies', () => {
  test('makes each grant and role once, however many proxies need it', () => {
    const { stack, synthesized } = proxyStack(() => ({
      close: CLOSE,
      open: OPEN,
      reindex: REINDEX,
      again: JobLogic.cloudRunJob({ job: 'reindex', location, overrides: { taskCount: 2 } }),
      export: EXPORT,
      elsewhere: ELSEWHERE,
    }));

    expect(grantsOf(stack).filter(({ role }) => role === 'roles/workflows.invoker')).toHaveLength(1);
    expect(Object.keys(synthesized.resources('google_cloud_run_v2_job_iam_member')).sort()).toEqual([
      expect.stringMatching(/^Handler_JobAccess-europe-west1-export_/),
      expect.stringMatching(/^Handler_JobAccess-europe-west1-reindex-acme-search_/),
      expect.stringMatching(/^Handler_JobAccess-europe-west1-reindex_/),
    ]);
    expect(Object.keys(synthesized.resources('google_project_iam_custom_role')).sort()).toEqual([
      expect.stringMatching(/^Handler_RunJobRole-acme-search_/),
      expect.stringMatching(/^Handler_RunJobRole_/),
    ]);
  });

  test('grants each of two things whose names and projects read alike when joined', () => {
    const { stack, synthesized } = proxyStack(() => ({
      closings: JobLogic.pubSub({ topic: 'closings', project: 'acme-search' }),
      closingsAcmeSearch: JobLogic.pubSub({ topic: 'closings-acme-search' }),
      reindex: ELSEWHERE,
      reindexAcmeSearch: JobLogic.cloudRunJob({ job: 'reindex-acme-search', location }),
    }));

    expect(Object.keys(synthesized.resources('google_pubsub_topic_iam_member'))).toHaveLength(2);
    expect(Object.keys(synthesized.resources('google_cloud_run_v2_job_iam_member'))).toHaveLength(2);
    expect(grantsOf(stack).filter(({ role }) => role === 'roles/pubsub.publisher')).toHaveLength(2);
  });

  test('gives roles of two projects, which may turn out to be one, different ids', () => {
    const { synthesized } = proxyStack(
      () => ({
        reindex: REINDEX,
        elsewhere: JobLogic.cloudRunJob({ job: 'x', location, project: 'acme-one' }),
      }),
      { project: undefined },
    );

    const roles = Object.values(synthesized.resources('google_project_iam_custom_role'));
    expect(roles.map((role) => role['role_id']).sort()).toEqual([
      expect.stringMatching(/^handler_run_job_[0-9a-f]{8}$/),
      expect.stringMatching(/^handler_run_job_acme_one_[0-9a-f]{8}$/),
    ]);
  });

  test('takes a project that is named for its own where it is', () => {
    const named = JobLogic.workflowExecution({ workflow: 'x', location, project: 'acme-billing' });
    const { stack } = proxyStack(() => ({ close: CLOSE, named }));

    expect(grantsOf(stack).filter(({ role }) => role === 'roles/workflows.invoker')).toHaveLength(1);
  });

  test('grants before it makes the service', () => {
    const { synthesized } = proxyStack(() => REINDEX);

    expect(synthesized.resource('google_cloudfunctions2_function')['depends_on']).toContainEqual(
      expect.stringMatching(/^google_cloud_run_v2_job_iam_member\.Handler_JobAccess-europe-west1-reindex_/),
    );
  });

  test('leaves the project to a token where none is given', () => {
    const { settingsText, stack } = proxyStack(() => CLOSE, { project: undefined });
    const project = /\$\{google_service_account\.Handler_RuntimeAccount_\w+\.project\}/;

    expect(settingsText).toMatch(
      /"project":\$\{jsonencode\(google_service_account\.Handler_RuntimeAccount_\w+\.project\)\}/,
    );
    expect(grantsOf(stack).find(({ role }) => role === 'roles/workflows.invoker')?.on).toEqual({
      project: expect.stringMatching(project),
    });
  });

  test('makes no grant and no role where somebody else grants, and says what is needed', () => {
    const { handler, synthesized } = proxyStack(() => ({ close: CLOSE, reindex: REINDEX }), {
      grants: 'none',
    });

    expect(synthesized.counts()).not.toHaveProperty('google_project_iam_custom_role');
    expect(synthesized.counts()).not.toHaveProperty('google_cloud_run_v2_job_iam_member');
    expect(handler.requiredGrants).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ role: 'roles/workflows.invoker', on: 'project acme-billing' }),
        expect.objectContaining({
          role: expect.stringMatching(/^projects\/acme-billing\/roles\/handler_run_job_[0-9a-f]{8}$/),
          permissions: expect.arrayContaining(['run.executions.list']),
          on: 'the Cloud Run job reindex in europe-west1 of project acme-billing',
        }),
      ]),
    );
    expect(JSON.stringify(handler.node.metadata)).toContain(
      '(run.executions.get, run.executions.list, run.jobs.run, run.jobs.runWithOverrides) for ',
    );
  });

  test.each([
    { case: 'Workflows', logic: CLOSE, apis: ['workflowexecutions', 'workflows'] },
    { case: 'Pub/Sub', logic: JobLogic.pubSub({ topic: 'ends' }), apis: ['pubsub'] },
    { case: 'nothing for http', logic: JobLogic.http({ url: 'https://example.com' }), apis: [] },
  ])('enables the APIs of $case beside those of every handler', ({ logic, apis }) => {
    const enabled = (one: JobLogic) => {
      const { synthesized } = proxyStack(() => one, { enableApis: true });
      const services = Object.values(synthesized.resources('google_project_service'));
      return services.map(({ service }) => String(service).replace('.googleapis.com', ''));
    };
    const ofEvery = enabled(EMPTY_LOGIC);

    expect(
      enabled(logic)
        .filter((name) => !ofEvery.includes(name))
        .sort(),
    ).toEqual(apis);
  });

  test('writes the same settings whichever way round proxies are named', () => {
    const one = proxyStack(() => ({ close: CLOSE, open: OPEN }));
    const other = proxyStack(() => ({ open: OPEN, close: CLOSE }));

    expect(other.settingsText).toBe(one.settingsText);
    expect(Object.keys(decodeProxies(one.settingsText).value ?? {})).toEqual(['close', 'open']);
  });

  test('refuses settings that do not fit into its environment, with its first job', () => {
    const stack = billingStack();
    const large = JobLogic.http({ url: 'https://example.com', body: 'x'.repeat(33_000) });
    const handler = aFunction(stack, { logic: large });

    expect(messageOf(() => nightlyJob(stack, { handler }))).toMatch(
      /handler must have an environment of at most 32768 bytes, names included, got \d+ bytes with 1 job: shorten environment or the settings of the proxies, whose variables count too/,
    );
  });

  test('refuses modules beside proxies, which would share the grants', () => {
    const logic = { invoices: EMPTY_LOGIC, close: CLOSE };

    expect(messageOf(() => aFunction(billingStack(), { logic }))).toContain(
      'logic must be either modules or proxies, since both would share what proxies are granted, ' +
        'got modules (invoices) beside proxies (close): give the proxies a handler of their own',
    );
  });

  test('is made by a job for its own logic', () => {
    const stack = billingStack();
    const job = nightlyJob(stack, { logic: CLOSE });

    expect(job.handler).toBeInstanceOf(CloudRunFunction);
    expect(grantsOf(job).map(({ role }) => role)).toContain('roles/workflows.invoker');
  });

  test('sets no variable where there are no proxies', () => {
    expect(proxyStack(() => EMPTY_LOGIC).settingsText).toBeUndefined();
  });
});

describe('handlerEntry', () => {
  test('loads the modules of the kinds in use and no others', () => {
    const entry = handlerEntry(
      [
        ['close', CLOSE],
        ['reindex', REINDEX],
      ],
      'google-auth-library',
    );

    expect(entry.match(/\["(.*)"\]: \(\) => require\(".*lambda-handler\/(.*)\.[jt]s"\)/g)).toHaveLength(2);
    expect(entry).toMatch(
      /\["close"\]: \(\) => require\(".*\/lambda-handler\/proxies\/workflow-execution\.ts"\),/,
    );
    expect(entry).toMatch(
      /\["reindex"\]: \(\) => require\(".*\/lambda-handler\/proxies\/cloud-run-job\.ts"\),/,
    );
  });
});

describe('CloudRunImage', () => {
  test('takes proxies with all that a function makes for them', () => {
    const stack = billingStack();
    const handler = anImage(stack, { project: 'acme-billing', proxies: { close: CLOSE, reindex: REINDEX } });
    nightlyJob(stack, { handler, logicName: 'close' });
    const synthesized = Synthesized.of(stack);
    const { template } = synthesized.resource('google_cloud_run_v2_service') as any;
    const text = template.containers[0].env.find(
      ({ name }: { name: string }) => name === 'DSJ_PROXIES',
    ).value;

    expect(Object.keys(decodeProxies(text).value ?? {})).toEqual(['close', 'reindex']);
    expect(synthesized.counts()).toMatchObject({
      google_project_iam_custom_role: 1,
      google_cloud_run_v2_job_iam_member: 1,
    });
  });

  test.each([
    {
      case: 'proxies beside the names of modules',
      changes: { proxies: CLOSE, logicNames: ['invoices'] },
      told: 'logicNames must not be given beside proxies, which have an image of their own, got an array: remove it',
    },
    {
      case: 'a module for a proxy',
      changes: { proxies: EMPTY_LOGIC },
      told: 'proxies must be proxies: modules are in the image already, got a module: name them in logicNames',
    },
    {
      case: 'a module beside a proxy',
      changes: { proxies: { invoices: EMPTY_LOGIC, close: CLOSE } },
      told: 'proxies must be either modules or proxies',
    },
    {
      case: 'something else',
      changes: { proxies: 'close' as never },
      told: "proxies must be a JobLogic, or several by name, got 'close': write JobLogic.workflowExecution({ … }) or another proxy",
    },
  ])('refuses $case', ({ changes, told }) => {
    expect(messageOf(() => anImage(billingStack(), changes))).toContain(told);
  });
});
