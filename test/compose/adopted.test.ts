import { decodeJobs } from '../../src/contract/environment';
import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import { Duration } from '../../src/duration';
import { expressionOf } from '../../src/expression-of';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import type { ServiceReference } from '../../src/handler/service-elsewhere';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, aStore } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const PROJECT = 'acme-billing';
const RUNNER = 'runner@acme-billing.iam.gserviceaccount.com';
const CALLER = 'caller@acme-billing.iam.gserviceaccount.com';
const BUILDER = 'builder@acme-billing.iam.gserviceaccount.com';

describe('FirestoreStore.fromDatabase', () => {
  test('adopts (default) and manages its fields', () => {
    const stack = billingStack();
    const store = FirestoreStore.fromDatabase(stack, 'Store', {
      databaseName: '(default)',
      managesFields: true,
      project: PROJECT,
    });
    nightlyJob(stack, { store, project: PROJECT });

    const synthesized = Synthesized.of(stack);

    const fields = Object.values(synthesized.resources('google_firestore_field')) as Json[];
    expect(synthesized.counts()).not.toHaveProperty('google_firestore_database');
    expect(fields).toHaveLength(18);
    expect(fields[0]).toMatchObject({
      project: PROJECT,
      database: '(default)',
      collection: 'scheduler_runs',
    });
    expect(fields.filter((field) => 'ttl_config' in field).map(({ field }) => field)).toEqual(['expire_at']);
    expect(synthesized.text).toContain('projects/acme-billing/databases/(default)\\"');
    const service = synthesized.resource('google_cloudfunctions2_function') as Json;
    expect(service['depends_on'].at(-1)).toMatch(/^google_firestore_field\.Store_Field-payload_hash_/);
  });

  test('makes nothing where another app manages the fields', () => {
    const stack = billingStack();
    const store = FirestoreStore.fromDatabase(stack, 'Store', {
      databaseName: 'runs',
      managesFields: false,
      project: PROJECT,
      collection: 'nightly_runs',
    });
    nightlyJob(stack, { store, project: PROJECT });

    const synthesized = Synthesized.of(stack);

    expect(Object.keys(synthesized.counts()).filter((type) => type.startsWith('google_firestore'))).toEqual(
      [],
    );
    const service = synthesized.resource('google_cloudfunctions2_function') as Json;
    expect(JSON.parse(service['service_config'].environment_variables.DSJ_STORE)).toEqual({
      kind: 'firestore',
      project: PROJECT,
      database: 'runs',
      collection: 'nightly_runs',
    });
  });

  test('takes the project from a field where the provider has it', () => {
    const stack = billingStack();
    const store = FirestoreStore.fromDatabase(stack, 'Store', {
      databaseName: 'runs',
      managesFields: true,
    });

    expect(expressionOf(stack, store.location.project)).toMatch(
      /^\$\{google_firestore_field\.Store_Field-status_\w+\.project\}$/,
    );
  });

  describe('the owner of the fields', () => {
    const reference = { databaseName: 'runs', managesFields: true, project: PROJECT };

    test('is one construct of the app', () => {
      const app = Synthesized.app();
      FirestoreStore.fromDatabase(billingStack(app, 'one'), 'Store', reference);

      expect(messageOf(() => FirestoreStore.fromDatabase(billingStack(app, 'two'), 'Store', reference))).toBe(
        'two/Store has 1 configuration problem\n' +
          "  - managesFields must be true in one place, and it is in one/Store, which is in the same project, got 'runs/scheduler_runs': write false here",
      );
    });

    test('is the store that made the database', () => {
      const stack = billingStack();
      aStore(stack, { project: PROJECT });

      expect(messageOf(() => FirestoreStore.fromDatabase(stack, 'Adopted', reference))).toContain(
        'managesFields must be true in one place, and it is in billing/Store',
      );
    });

    test('is another one for another collection', () => {
      const stack = billingStack();
      aStore(stack, { project: PROJECT });

      const store = FirestoreStore.fromDatabase(stack, 'Adopted', { ...reference, collection: 'others' });

      expect(store.location).toMatchObject({ database: 'runs', collection: 'others' });
    });
  });
});

describe('CloudRunFunction.fromService', () => {
  const invoices = {
    jobName: 'invoices',
    region: 'europe-west1',
    schedule: '*/5 * * * *',
    attemptDeadline: Duration.seconds(120),
    forcedRuns: 'reject',
  } as const;
  const reference: ServiceReference = {
    uri: 'https://handler-123456789.europe-west1.run.app',
    invokerServiceAccount: CALLER,
    project: PROJECT,
    acceptedJobs: ['invoices', 'reports'],
  };

  function serviceApp(handlerProps = {}): { handler: CloudRunFunction; settings: () => unknown } {
    const stack = billingStack(Synthesized.app(), 'service');
    const logic = { invoices: EMPTY_LOGIC, reports: EMPTY_LOGIC };
    const handler = aFunction(stack, { logic, project: PROJECT, ...handlerProps });
    const settings = () => {
      const service = Synthesized.of(stack).resource('google_cloudfunctions2_function') as Json;
      return decodeJobs(service['service_config'].environment_variables.DSJ_JOBS).value;
    };
    return { handler, settings };
  }

  test('sends a job to the service as its invoker account', () => {
    const stack = billingStack();
    nightlyJob(stack, { ...invoices, handler: CloudRunFunction.fromService(stack, 'Elsewhere', reference) });

    const synthesized = Synthesized.of(stack);

    expect(synthesized.counts()).toEqual({ google_cloud_scheduler_job: 1 });
    expect(synthesized.resource('google_cloud_scheduler_job')).toMatchObject({
      project: PROJECT,
      http_target: {
        uri: 'https://handler-123456789.europe-west1.run.app/jobs/invoices',
        headers: { 'X-Dedup-Project': PROJECT, 'X-Dedup-Location': 'europe-west1' },
        oidc_token: { audience: reference.uri, service_account_email: CALLER },
      },
    });
  });

  test('goes with a handler that accepts the job with the times that the job has', () => {
    const jobs = billingStack(Synthesized.app(), 'jobs');
    const handler = CloudRunFunction.fromService(jobs, 'Elsewhere', reference);
    const job = nightlyJob(jobs, { ...invoices, handler });
    const service = serviceApp();

    service.handler.acceptJob(DedupedSchedulerJob.bindingOf({ ...invoices, logicName: 'invoices' }));

    expect(service.settings()).toEqual([
      {
        project: PROJECT,
        location: 'europe-west1',
        jobName: 'invoices',
        logic: 'invoices',
        timeoutSeconds: job.timing.timeoutSeconds,
        leaseSeconds: job.lease.duration.toSeconds(),
        leaseKind: 'fixed',
        retentionSeconds: job.retention.toSeconds(),
        retryWindowSeconds: job.timing.retryWindowSeconds,
        atMostOnce: false,
        forcedRuns: 'reject',
        missingScheduleTime: 'reject',
      },
    ]);
  });

  test('may be in one app with the handler, in stacks that share no state', () => {
    const app = Synthesized.app();
    const handler = aFunction(billingStack(app, 'service'), { project: PROJECT });
    const jobs = billingStack(app, 'jobs');
    nightlyJob(jobs, { ...invoices, handler: CloudRunFunction.fromService(jobs, 'Elsewhere', reference) });

    handler.acceptJob(DedupedSchedulerJob.bindingOf(invoices));

    expect(Synthesized.of(jobs).counts()).toEqual({ google_cloud_scheduler_job: 1 });
  });

  test.each<{ case: string; changes: object; problem: string }>([
    {
      case: 'a job that the service does not accept',
      changes: { jobName: 'refunds' },
      problem:
        "jobName must be one of the jobs that the service accepts (invoices, reports), got 'refunds': let the app of the service accept it with handler.acceptJob, and add it to acceptedJobs",
    },
    {
      case: 'another project',
      changes: { project: 'acme-other' },
      problem:
        "project must be that of the service (acme-billing), which is where its invoker account is, got 'acme-other'",
    },
    {
      case: 'a logic, which the other app chooses',
      changes: { logicName: 'invoices' },
      problem: 'logicName must not be given for a service of another app',
    },
  ])('refuses $case', ({ changes, problem }) => {
    const stack = billingStack();
    const handler = CloudRunFunction.fromService(stack, 'Elsewhere', reference);

    expect(messageOf(() => nightlyJob(stack, { ...invoices, handler, ...changes }))).toContain(problem);
  });

  test('refuses an invoker account of another project', () => {
    const other = { ...reference, invokerServiceAccount: 'caller@other-project.iam.gserviceaccount.com' };

    expect(messageOf(() => CloudRunFunction.fromService(billingStack(), 'Elsewhere', other))).toContain(
      "invokerServiceAccount must be an account of the jobs' project (acme-billing)",
    );
  });

  test('refuses a reference with every problem at once', () => {
    const bad = {
      uri: 'https://handler.run.app/jobs',
      invokerServiceAccount: 'caller',
      project: '12345',
      acceptedJobs: [],
      region: 'europe-west1',
    };

    expect(
      messageOf(() => CloudRunFunction.fromService(billingStack(), 'Elsewhere', bad)).split('\n'),
    ).toEqual([
      'billing/Elsewhere has 5 configuration problems',
      expect.stringMatching(/- region must be a prop of this construct/),
      expect.stringMatching(/- uri must be the base URI of a service: https, a host, no path/),
      expect.stringMatching(/- invokerServiceAccount must be the e-mail of a service account, got 'caller'/),
      expect.stringMatching(/- project must be a project id/),
      expect.stringMatching(/- acceptedJobs must name at least one job/),
    ]);
  });

  describe('acceptJob', () => {
    test('refuses a logic that the handler does not have', () => {
      const binding = DedupedSchedulerJob.bindingOf({ ...invoices, logicName: 'refunds' });

      expect(messageOf(() => serviceApp().handler.acceptJob(binding))).toContain(
        "logicName must be one of the handler's job logics ('invoices', 'reports'), got 'refunds'",
      );
    });

    test('refuses a job that another handler has', () => {
      const { handler } = serviceApp();
      const binding = DedupedSchedulerJob.bindingOf({ ...invoices, logicName: 'invoices' });
      handler.acceptJob(binding);
      const store = handler.store;
      const other = aFunction(handler.node.scope as never, { project: PROJECT, store }, 'Other');

      const bindingOfOther = DedupedSchedulerJob.bindingOf(invoices);

      expect(messageOf(() => other.acceptJob(bindingOfOther))).toContain(
        "jobName must differ from that of service/Handler, which is in the same project and region, got 'invoices'",
      );
    });
  });

  describe('bindingOf', () => {
    test.each<{ case: string; changes: object; problem: string }>([
      { case: 'no name', changes: { jobName: undefined }, problem: 'jobName must be given, got nothing' },
      {
        case: 'what only the job itself has',
        changes: { logic: EMPTY_LOGIC },
        problem: 'logic must be a prop of this construct',
      },
      { case: 'a schedule that is none', changes: { schedule: '60 * * * *' }, problem: 'schedule must' },
    ])('names $case', ({ changes, problem }) => {
      const props = { ...invoices, ...changes };

      expect(messageOf(() => DedupedSchedulerJob.bindingOf(props))).toContain(problem);
    });
  });
});

describe('existing accounts and an existing bucket', () => {
  const stack = billingStack();
  const handler = aFunction(stack, {
    project: PROJECT,
    serviceAccount: RUNNER,
    invokerServiceAccount: CALLER,
    buildServiceAccount: BUILDER,
    sourceBucket: 'acme-archives',
  });
  nightlyJob(stack, { handler });
  const synthesized = Synthesized.of(stack);
  const service = synthesized.resource('google_cloudfunctions2_function') as Json;

  test('are used, and nothing is made beside them', () => {
    expect(Object.keys(synthesized.counts()).sort()).toEqual([
      'google_cloud_run_v2_service_iam_member',
      'google_cloud_scheduler_job',
      'google_cloudfunctions2_function',
      'google_firestore_database',
      'google_firestore_field',
      'google_project_iam_member',
      'google_storage_bucket_object',
    ]);
    expect(service['service_config'].service_account_email).toBe(RUNNER);
    expect(service['build_config'].service_account).toBe(`projects/acme-billing/serviceAccounts/${BUILDER}`);
    expect(synthesized.resource('google_storage_bucket_object')).toMatchObject({ bucket: 'acme-archives' });
    expect(synthesized.resource('google_cloud_scheduler_job')).toMatchObject({
      http_target: { oidc_token: { service_account_email: CALLER } },
    });
  });

  test('are granted what they need here, but for the build account, which has it', () => {
    expect(synthesized.resource('google_project_iam_member')).toMatchObject({
      role: 'roles/datastore.user',
      member: `serviceAccount:${RUNNER}`,
    });
    expect(synthesized.resource('google_cloud_run_v2_service_iam_member')).toMatchObject({
      role: 'roles/run.invoker',
      member: `serviceAccount:${CALLER}`,
    });
    expect(handler.requiredGrants.map(({ role, member }) => [role, member])).toEqual([
      ['roles/datastore.user', `serviceAccount:${RUNNER}`],
      ['roles/run.builder', `serviceAccount:${BUILDER}`],
      ['roles/run.invoker', `serviceAccount:${CALLER}`],
    ]);
  });

  test('need the project, which no resource tells', () => {
    const props = { serviceAccount: RUNNER, invokerServiceAccount: CALLER, buildServiceAccount: BUILDER };

    expect(messageOf(() => aFunction(billingStack(), props))).toContain(
      'project must be given where every account is, since no resource is left that tells it',
    );
  });

  test('leave the project to the build account where that is made', () => {
    const other = billingStack();

    const made = aFunction(other, { serviceAccount: RUNNER, invokerServiceAccount: CALLER });

    expect(expressionOf(other, made.project)).toMatch(
      /^\$\{google_service_account\.DedupBuild_Account_\w+\.project\}$/,
    );
  });
});
