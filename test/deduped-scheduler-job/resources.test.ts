import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { decodeJobs } from '../../src/contract/environment';
import { Duration } from '../../src/duration';
import { expressionOf } from '../../src/expression-of';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { Lease } from '../../src/lease';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

function jobsOf(synthesized: Synthesized): Json[] {
  return Object.values(synthesized.resources('google_cloud_scheduler_job')) as Json[];
}

function settingsOf(synthesized: Synthesized): Json {
  const handler = synthesized.resource('google_cloudfunctions2_function') as Json;
  return JSON.parse(handler['service_config'].environment_variables.DSJ_JOBS) as Json;
}

describe('DedupedSchedulerJob', () => {
  describe('default configuration', () => {
    const stack = billingStack();
    const job = nightlyJob(stack);
    const synthesized = Synthesized.of(stack);

    test('makes a job that recovers a crash, with every setting written out', () => {
      expect(synthesized.resource('google_cloud_scheduler_job')).toEqual({
        name: 'nightly-invoices-69b2a054',
        region: 'europe-west1',
        schedule: '0 2 * * *',
        time_zone: 'Etc/UTC',
        paused: false,
        attempt_deadline: '180s',
        retry_config: {
          retry_count: 5,
          max_retry_duration: '0s',
          min_backoff_duration: '7s',
          max_backoff_duration: '3600s',
          max_doublings: 5,
        },
        http_target: {
          http_method: 'POST',
          uri: '${google_cloudfunctions2_function.NightlyInvoices_Handler_01EA4D36.service_config[0].uri}/jobs/nightly-invoices-69b2a054',
          headers: {
            'X-Dedup-Project':
              '${google_service_account.NightlyInvoices_Handler_RuntimeAccount_B09DCFD0.project}',
            'X-Dedup-Location': 'europe-west1',
          },
          oidc_token: {
            audience:
              '${google_cloudfunctions2_function.NightlyInvoices_Handler_01EA4D36.service_config[0].uri}',
            service_account_email:
              '${google_service_account.NightlyInvoices_Handler_InvokerAccount_D9279D96.email}',
          },
        },
        depends_on: [
          'google_cloudfunctions2_function.NightlyInvoices_Handler_01EA4D36',
          'google_cloud_run_v2_service_iam_member.NightlyInvoices_Handler_Invoker_1AF49589',
        ],
        lifecycle: { ignore_changes: ['http_target[0].headers["Authorization"]'] },
      });
    });

    test('makes nothing beside what the README lists', () => {
      expect(synthesized.counts()).toEqual({
        google_cloud_run_v2_service_iam_member: 1,
        google_cloud_scheduler_job: 1,
        google_cloudfunctions2_function: 1,
        google_firestore_database: 1,
        google_firestore_field: 18,
        google_project_iam_member: 2,
        google_service_account: 3,
        google_storage_bucket: 1,
        google_storage_bucket_object: 1,
      });
    });

    test('tells every resolved value afterwards', () => {
      expect(job).toMatchObject({
        jobName: 'nightly-invoices-69b2a054',
        schedule: '0 2 * * *',
        timeZone: 'Etc/UTC',
        region: 'europe-west1',
        forcedRuns: 'separate',
        missingScheduleTime: 'reject',
        attemptDeadline: Duration.seconds(180),
        lease: Lease.fixed(Duration.seconds(190)),
        retention: Duration.days(1),
        timing: { timeoutSeconds: 170, crashRecovery: { earlyCrashSeconds: 217 }, atMostOnce: false },
      });
      expect(expressionOf(stack, job.serviceUri)).toMatch(/^\$\{google_cloudfunctions2_function\..*uri\}$/);
      expect(expressionOf(stack, job.invokerEmail)).toMatch(/InvokerAccount_\w+\.email\}$/);
      expect(expressionOf(stack, job.runtimeEmail as string)).toMatch(/RuntimeAccount_\w+\.email\}$/);
      expect(job.store).toBeInstanceOf(FirestoreStore);
      expect(job.handler).toBeInstanceOf(CloudRunFunction);
      expect(job.schedulerJob.resource.nameInput).toBe('nightly-invoices-69b2a054');
    });

    test('hands the handler the settings that it proved', () => {
      const text = (synthesized.resource('google_cloudfunctions2_function') as Json)['service_config']
        .environment_variables.DSJ_JOBS as string;

      expect(decodeJobs(text).value).toEqual([
        {
          project: '${google_service_account.NightlyInvoices_Handler_RuntimeAccount_B09DCFD0.project}',
          location: 'europe-west1',
          jobName: 'nightly-invoices-69b2a054',
          logic: 'default',
          timeoutSeconds: 170,
          leaseSeconds: 190,
          leaseKind: 'fixed',
          retentionSeconds: 86_400,
          retryWindowSeconds: 1117,
          atMostOnce: false,
          forcedRuns: 'separate',
          missingScheduleTime: 'reject',
        },
      ]);
    });
  });

  test('passes on everything that is given', () => {
    const stack = billingStack();
    nightlyJob(stack, {
      project: 'acme-other',
      jobName: 'invoices',
      description: 'Sends the invoices',
      timeZone: 'Europe/Berlin',
      paused: true,
      attemptDeadline: Duration.minutes(2),
      retryConfig: { retryCount: 3, minBackoffDuration: Duration.seconds(30), maxDoublings: 2 },
      lease: Lease.fixed(Duration.seconds(140)),
      retention: Duration.days(2),
      forcedRuns: 'reject',
      missingScheduleTime: 'run-undeduplicated',
      body: '{"dry":true}',
      headers: { 'X-Team': 'billing' },
    });

    const synthesized = Synthesized.of(stack);

    expect(synthesized.resource('google_cloud_scheduler_job')).toMatchObject({
      project: 'acme-other',
      name: 'invoices',
      description: 'Sends the invoices',
      time_zone: 'Europe/Berlin',
      paused: true,
      attempt_deadline: '120s',
      retry_config: { retry_count: 3, min_backoff_duration: '30s', max_doublings: 2 },
      http_target: {
        body: Buffer.from('{"dry":true}').toString('base64'),
        headers: {
          'Content-Type': 'application/json',
          'X-Team': 'billing',
          'X-Dedup-Project': 'acme-other',
          'X-Dedup-Location': 'europe-west1',
        },
      },
    });
    expect(settingsOf(synthesized)['acme-other/europe-west1'].invoices).toMatchObject({
      leaseSeconds: 140,
      retentionSeconds: 172_800,
      forcedRuns: 'reject',
      missingScheduleTime: 'run-undeduplicated',
    });
    for (const type of [
      'google_firestore_database',
      'google_cloudfunctions2_function',
      'google_storage_bucket',
    ]) {
      expect(synthesized.resource(type)).toMatchObject({ project: 'acme-other' });
    }
  });

  test('writes the whole retry block when retries are off, and tells the handler', () => {
    const stack = billingStack();
    nightlyJob(stack, { jobName: 'invoices', retryConfig: { retryCount: 0 } });

    const synthesized = Synthesized.of(stack);

    expect(jobsOf(synthesized)[0]?.['retry_config']).toEqual({
      retry_count: 0,
      max_retry_duration: '0s',
      min_backoff_duration: '5s',
      max_backoff_duration: '3600s',
      max_doublings: 5,
    });
    expect(Object.values(settingsOf(synthesized))[0].invoices).toMatchObject({ atMostOnce: true });
  });

  test('hands a renewed lease to the handler, shorter than the attempt', () => {
    const stack = billingStack();
    const lease = Lease.renewed(Duration.seconds(30));
    const job = nightlyJob(stack, { attemptDeadline: Duration.minutes(30), lease });

    const text = (Synthesized.of(stack).resource('google_cloudfunctions2_function') as Json)['service_config']
      .environment_variables.DSJ_JOBS as string;

    expect(job.lease).toBe(lease);
    expect(decodeJobs(text).value).toMatchObject([
      { leaseKind: 'renewed', leaseSeconds: 30, timeoutSeconds: 1790 },
    ]);
  });

  test('takes a project that is a token of another resource', () => {
    const stack = billingStack();
    const account = new ServiceAccount(stack, 'Other', { accountId: 'other-account' });
    nightlyJob(stack, { project: account.project });

    const { http_target: target } = Synthesized.of(stack).resource('google_cloud_scheduler_job') as Json;

    expect(target.headers['X-Dedup-Project']).toBe('${google_service_account.Other.project}');
  });

  test('takes the store of another stack, and grants in its own', () => {
    const app = Synthesized.app();
    const platform = billingStack(app, 'platform');
    const store = new FirestoreStore(platform, 'Store', { location: 'eur3', project: 'acme-data' });
    const jobs = billingStack(app, 'jobs');
    nightlyJob(jobs, { store, project: 'acme-data' });

    const grants = Object.values(Synthesized.of(jobs).resources('google_project_iam_member')) as Json[];

    expect(grants.map(({ role }) => role)).toContain('roles/datastore.user');
    expect(Synthesized.of(platform).counts()).toEqual({
      google_firestore_database: 1,
      google_firestore_field: 18,
    });
  });

  test('refuses a store of another project', () => {
    const stack = billingStack();
    const store = new FirestoreStore(stack, 'Store', { location: 'eur3', project: 'acme-data' });

    expect(messageOf(() => nightlyJob(stack, { store, project: 'acme-jobs' }))).toContain(
      "store must be in the handler's project (acme-jobs), got a store in acme-data",
    );
  });
});
