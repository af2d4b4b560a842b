import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { TerraformVariable, Testing } from 'cdktf';
import { decodeJobs } from '../src/contract/environment';
import { DedupedSchedulerJob } from '../src/deduped-scheduler-job';
import type { DedupedSchedulerJobProps } from '../src/deduped-scheduler-job-props';
import { Duration } from '../src/duration';
import { expressionOf } from '../src/expression-of';
import { CloudRunFunction } from '../src/handler/cloud-run-function';
import { Lease } from '../src/lease';
import { FirestoreStore } from '../src/store/firestore-store';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from './support/billing-stack';
import { Synthesized } from './support/synthesized';

type Json = Record<string, any>;

function jobsOf(synthesized: Synthesized): Json[] {
  return Object.values(synthesized.resources('google_cloud_scheduler_job')) as Json[];
}

function settingsOf(synthesized: Synthesized): Json {
  const handler = synthesized.resource('google_cloudfunctions2_function') as Json;
  return JSON.parse(handler['service_config'].environment_variables.DSJ_JOBS) as Json;
}

function annotationsOf(job: DedupedSchedulerJob): { level: string; message: string }[] {
  return job.node.metadata.map(({ type, data }) => ({ level: type, message: data as string }));
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

  describe('several jobs in a stack', () => {
    test('share store, bucket and build account, each with a handler of its own', () => {
      const stack = billingStack();
      nightlyJob(stack, {}, 'Invoices');
      nightlyJob(stack, {}, 'Reports');

      expect(Synthesized.of(stack).counts()).toMatchObject({
        google_firestore_database: 1,
        google_storage_bucket: 1,
        google_cloudfunctions2_function: 2,
        google_service_account: 5,
        google_project_iam_member: 3,
      });
    });

    test('leave what is there as it is when one is added', () => {
      const [one, two] = [billingStack(), billingStack()];
      nightlyJob(one, {}, 'Invoices');
      nightlyJob(two, {}, 'Invoices');
      nightlyJob(two, {}, 'Reports');

      const before = Synthesized.of(one).json['resource'] as Record<string, Json>;
      const after = Synthesized.of(two).json['resource'] as Record<string, Json>;

      for (const [type, resources] of Object.entries(before)) expect(after[type]).toMatchObject(resources);
    });

    test('keep what they share as it is when the first of them goes', () => {
      const [both, second] = [billingStack(), billingStack()];
      nightlyJob(both, {}, 'Invoices');
      nightlyJob(both, {}, 'Reports');
      nightlyJob(second, {}, 'Reports');

      const before = Synthesized.of(both).json['resource'] as Record<string, Json>;
      const after = Synthesized.of(second).json['resource'] as Record<string, Json>;

      for (const [type, resources] of Object.entries(after)) expect(before[type]).toMatchObject(resources);
    });

    test('call one handler when it is given to both', () => {
      const stack = billingStack();
      const store = new FirestoreStore(stack, 'Store', { location: 'eur3' });
      const handler = new CloudRunFunction(stack, 'Handler', {
        region: 'europe-west1',
        logic: EMPTY_LOGIC,
        store,
      });
      const deadlines = [60, 300, 180];
      deadlines.forEach((seconds, index) => {
        nightlyJob(stack, { handler, attemptDeadline: Duration.seconds(seconds) }, `Job${index}`);
      });

      const synthesized = Synthesized.of(stack);

      const config = (synthesized.resource('google_cloudfunctions2_function') as Json)[
        'service_config'
      ] as Json;
      expect(config).toMatchObject({ timeout_seconds: 300, max_instance_count: 6 });
      expect(Object.keys(Object.values(settingsOf(synthesized))[0])).toHaveLength(3);
      expect(synthesized.counts()).toMatchObject({
        google_firestore_database: 1,
        google_cloud_scheduler_job: 3,
      });
    });

    test('have stores in the regions of their own', () => {
      const stack = billingStack();
      nightlyJob(stack, {}, 'Invoices');
      nightlyJob(stack, { region: 'us-central1' }, 'Reports');

      const databases = Object.values(Synthesized.of(stack).resources('google_firestore_database')) as Json[];

      expect(databases.map((database) => database['location_id']).sort()).toEqual([
        'europe-west1',
        'us-central1',
      ]);
    });
  });

  describe('two jobs with one key', () => {
    test('are refused in one stack', () => {
      const stack = billingStack();
      nightlyJob(stack, { jobName: 'invoices' }, 'One');

      expect(messageOf(() => nightlyJob(stack, { jobName: 'invoices' }, 'Two'))).toBe(
        'billing/Two has 1 configuration problem\n' +
          "  - jobName must differ from that of billing/One, which is in the same project and region, got 'invoices': leave it out for a name from the place of the construct",
      );
    });

    test('are refused over two stacks of one project', () => {
      const app = Synthesized.app();
      const project = 'acme-prod';
      nightlyJob(billingStack(app, 'one'), { jobName: 'invoices', project });

      expect(() => nightlyJob(billingStack(app, 'two'), { jobName: 'invoices', project })).toThrow(
        'jobName must differ from that of one/NightlyInvoices',
      );
    });

    test('leave the name to the next when the first was refused', () => {
      const stack = billingStack();
      expect(() => nightlyJob(stack, { jobName: 'invoices', schedule: 'never' }, 'One')).toThrow(
        'schedule must',
      );

      expect(nightlyJob(stack, { jobName: 'invoices' }, 'Two').jobName).toBe('invoices');
    });

    test.each([
      { case: 'another region', changes: { region: 'europe-west2' } },
      { case: 'another project', changes: { project: 'acme-other' } },
      { case: 'another name', changes: { jobName: 'reports' } },
    ])('are not the same in $case', ({ changes }) => {
      const stack = billingStack();
      nightlyJob(stack, { jobName: 'invoices' }, 'One');

      expect(nightlyJob(stack, { jobName: 'invoices', ...changes }, 'Two').jobName).toBe(
        (changes as { jobName?: string }).jobName ?? 'invoices',
      );
    });

    test('are two jobs when their stacks leave the project to providers that may differ', () => {
      const app = Synthesized.app();
      nightlyJob(billingStack(app, 'staging'), { jobName: 'invoices' });

      expect(nightlyJob(billingStack(app, 'production'), { jobName: 'invoices' }).jobName).toBe('invoices');
    });
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

  describe('bad input', () => {
    test('is listed all at once, before any resource exists', () => {
      const stack = billingStack();
      const act = () =>
        nightlyJob(stack, {
          schedule: '60 2 * * *',
          timeZone: 'Europe/Berlinn',
          region: 'Europe',
          jobName: 'nightly invoices',
          attemptDeadline: Duration.minutes(3),
          lease: Lease.fixed(Duration.seconds(120)),
          retryConfig: { retryCount: 9, maxDoublings: 0 },
          headers: { Authorization: 'Bearer x' },
          forcedRuns: 'always' as never,
        });

      const lines = messageOf(act).split('\n');

      expect(lines[0]).toMatch(/^billing\/NightlyInvoices has \d+ configuration problems$/);
      for (const prop of [
        'schedule',
        'timeZone',
        'region',
        'jobName',
        'lease',
        'retryConfig.retryCount',
        'retryConfig.maxDoublings',
        'headers.Authorization',
        'forcedRuns',
      ]) {
        expect(lines.filter((line) => line.startsWith(`  - ${prop} must `))).toHaveLength(1);
      }
      const failed = stack.node.findChild('NightlyInvoices');
      expect(failed.node.children).toEqual([]);
      expect(stack.node.children.map((child) => child.node.id)).toEqual(['Google', 'NightlyInvoices']);
    });

    test.each<{ case: string; changes: Record<string, unknown>; problem: string }>([
      {
        case: 'a misspelt prop',
        changes: { timezone: 'UTC' },
        problem: 'timezone must be a prop of this construct, got timezone: write timeZone',
      },
      ...['grants', 'memory', 'serviceAccount', 'buildServiceAccount'].map((prop) => ({
        case: `${prop}, which a handler takes`,
        changes: { [prop]: 'none' },
        problem:
          `${prop} must be a prop of the handler, not of the job, got ${prop}: ` +
          `give it to new CloudRunFunction(…, { ${prop}: … }), and that to the job as handler`,
      })),
      {
        case: 'a number for a Duration',
        changes: { attemptDeadline: 180 },
        problem: 'attemptDeadline must be a Duration, got 180: write Duration.seconds(180)',
      },
      {
        case: 'a Duration for a Lease',
        changes: { lease: Duration.seconds(190) },
        problem: 'lease must be a Lease, got a Duration: write Lease.fixed(…) or Lease.renewed(…)',
      },
      {
        case: 'a renewed lease that is too short',
        changes: { lease: Lease.renewed(Duration.seconds(14)) },
        problem: 'lease must be at least 15 s where it is renewed, got 14 s: raise it to 15 s',
      },
      {
        case: 'OAuth',
        changes: { oauthToken: {} },
        problem: 'oauthToken must not be given: OAuth access tokens are for *.googleapis.com',
      },
      {
        case: 'no logic',
        changes: { logic: undefined },
        problem:
          "logic must be a JobLogic, or several by name, got nothing: write JobLogic.fromFile(path.join(__dirname, 'job.ts'))",
      },
      { case: 'a store that is none', changes: { store: {} }, problem: 'store must be a dedup store' },
      { case: 'a handler that is none', changes: { handler: {} }, problem: 'handler must be a handler' },
      { case: 'a schedule that is none', changes: { schedule: 5 }, problem: 'schedule must' },
      { case: 'no region', changes: { region: undefined }, problem: 'region must be given, got nothing' },
      {
        case: 'a retry setting that is none',
        changes: { retryConfig: { retries: 3 } },
        problem: 'retryConfig.retries must be one of',
      },
      {
        case: 'a count that is a text',
        changes: { retryConfig: { retryCount: '3' } },
        problem: "retryConfig.retryCount must be a number, got '3'",
      },
      {
        case: 'a reason that is none',
        changes: { acceptLostCrashes: ' ' },
        problem: "acceptLostCrashes must be a text that gives the reason, got ' '",
      },
      { case: 'headers that are none', changes: { headers: 'X-A: b' }, problem: 'headers must be an object' },
      {
        case: 'paused as a text',
        changes: { paused: 'no' },
        problem: "paused must be true or false, got 'no'",
      },
    ])('names $case', ({ changes, problem }) => {
      const act = () => nightlyJob(billingStack(), changes as Partial<DedupedSchedulerJobProps>);

      expect(messageOf(act)).toContain(problem);
    });

    test('names props that are missing altogether', () => {
      const act = () => new DedupedSchedulerJob(billingStack(), 'Job', undefined as never);

      expect(messageOf(act)).toContain('props must be an object, got undefined');
    });

    test('refuses logic and store beside a handler, which has its own', () => {
      const stack = billingStack();
      const { handler, store } = nightlyJob(stack, {}, 'First');

      const message = messageOf(() => nightlyJob(stack, { handler, store, logic: EMPTY_LOGIC }, 'Second'));

      expect(message).toContain('logic must not be given beside handler');
      expect(message).toContain('store must not be given beside handler');
    });
  });

  describe('tokens', () => {
    test('are taken in every prop that can hold one, and never checked', () => {
      const stack = billingStack();
      const text = new TerraformVariable(stack, 'text', { type: 'string' });
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      const seconds = () => Duration.seconds(number.numberValue);
      const job = nightlyJob(stack, {
        schedule: text.stringValue,
        timeZone: text.stringValue,
        region: text.stringValue,
        project: text.stringValue,
        jobName: text.stringValue,
        description: text.stringValue,
        paused: text.booleanValue as never,
        attemptDeadline: seconds(),
        lease: Lease.fixed(seconds()),
        retention: seconds(),
        retryConfig: {
          retryCount: number.numberValue,
          maxRetryDuration: seconds(),
          minBackoffDuration: seconds(),
          maxBackoffDuration: seconds(),
          maxDoublings: number.numberValue,
        },
        body: text.stringValue,
        headers: { 'X-Text': text.stringValue },
      });

      const synthesized = Synthesized.of(stack);

      expect(synthesized.resource('google_cloud_scheduler_job')).toMatchObject({
        name: '${var.text}',
        project: '${var.text}',
        region: '${var.text}',
        schedule: '${var.text}',
        time_zone: '${var.text}',
        attempt_deadline: '${var.number}s',
        retry_config: {
          retry_count: '${var.number}',
          max_retry_duration: '${var.number}s',
          min_backoff_duration: '${var.number}s',
          max_backoff_duration: '${var.number}s',
          max_doublings: '${var.number}',
        },
        http_target: { body: '${base64encode(var.text)}', headers: { 'X-Text': '${var.text}' } },
      });
      expect(
        (synthesized.resource('google_cloudfunctions2_function') as Json)['service_config'],
      ).toMatchObject({
        timeout_seconds: '${max(var.number)}',
      });
      expect(job.timing.unchecked.length).toBeGreaterThan(0);
    });

    test('make T and the lease expressions of the deadline', () => {
      const stack = billingStack();
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      nightlyJob(stack, { jobName: 'invoices', attemptDeadline: Duration.seconds(number.numberValue) });

      const handler = Synthesized.of(stack).resource('google_cloudfunctions2_function') as Json;

      const settings = handler['service_config'].environment_variables.DSJ_JOBS as string;
      expect(settings).toContain('"timeoutSeconds":${(var.number - min(10, floor((var.number / 3))))}');
      expect(settings).toContain('"leaseSeconds":${(var.number + 10)}');
    });

    test('are proven for the largest deadline that works when the deadline is one', () => {
      const stack = billingStack();
      const number = new TerraformVariable(stack, 'number', { type: 'number' });

      const job = nightlyJob(stack, { attemptDeadline: Duration.seconds(number.numberValue) });

      expect(job.retryConfig.minBackoffDuration).toEqual(Duration.seconds(59));
    });
  });

  describe('warnings', () => {
    test('are nothing for a nightly job in UTC', () => {
      const stack = billingStack();
      const job = nightlyJob(stack);

      expect(annotationsOf(job)).toEqual([]);
    });

    test('are annotations of the job, each once, and in its timing', () => {
      const stack = billingStack();
      const job = nightlyJob(stack, { schedule: '30 2 1 * SUN', timeZone: 'Europe/Berlin' });

      const annotations = annotationsOf(job);

      expect(annotations.map(({ level }) => level)).toEqual(['@cdktf/warn', '@cdktf/warn']);
      expect(annotations.map(({ message }) => message)).toEqual(job.timing.warnings);
      expect(job.timing.warnings[0]).toContain('restricts both day of month and day of week');
      expect(job.timing.warnings[1]).toContain('Europe/Berlin drops, as on 2026-03-29 02:30');
    });

    test('say when runs may last into the next one, with what would help', () => {
      const job = nightlyJob(billingStack(), { schedule: '*/10 * * * *' });

      expect(job.timing).toMatchObject({ endsBeforeNextRun: false, gapSeconds: 600 });
      expect(annotationsOf(job).map(({ message }) => message)).toEqual([
        'schedule must leave a run its worst case (1297 s) before the next one is due, or that one starts late or is ' +
          'skipped, got every 600 s: lower attemptDeadline to 74 s or lower retryConfig.retryCount to 1',
      ]);
    });

    test('quote why lost crashes are accepted', () => {
      const job = nightlyJob(billingStack(), {
        attemptDeadline: Duration.minutes(3),
        retryConfig: { minBackoffDuration: Duration.seconds(5) },
        acceptLostCrashes: 'the next night does the work of both',
      });

      const [warning, ...others] = annotationsOf(job).map(({ message }) => message);

      expect(warning).toMatch(
        /^a crash may lose its run, accepted because 'the next night does the work of both': retryConfig/,
      );
      expect(others).toEqual([]);
      expect(job.timing.acceptedLostCrashes).toBe('the next night does the work of both');
    });

    test('are told as information where a token keeps a rule from being checked', () => {
      const stack = billingStack();
      const number = new TerraformVariable(stack, 'number', { type: 'number' });
      const job = nightlyJob(stack, { lease: Lease.fixed(Duration.seconds(number.numberValue)) });

      expect(annotationsOf(job)).toEqual([
        {
          level: '@cdktf/info',
          message:
            'not checked: I2 (the lease outlives its attempt): depends on lease, known only at deploy time; ' +
            'I3 (every crash is recovered): depends on lease, known only at deploy time',
        },
      ]);
    });

    test('stand in the manifest of the synthesized app', () => {
      const stack = billingStack();
      const job = nightlyJob(stack, { timeZone: 'Europe/Berlin' });

      const directory = Testing.fullSynth(stack);

      const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Json;
      const messages = manifest['stacks'].billing.annotations.map(({ message }: Json) => message);
      expect(messages).toEqual(job.timing.warnings);
      expect(messages).toHaveLength(1);
    });
  });

  describe('timing', () => {
    test('is plain data but for the next scheduled times', () => {
      const { nextScheduledTimes, ...data } = nightlyJob(billingStack()).timing;

      expect(JSON.parse(JSON.stringify(data))).toEqual(data);
      expect(typeof nextScheduledTimes).toBe('function');
    });

    test('tells the next scheduled times after an instant', () => {
      const { timing } = nightlyJob(billingStack(), { timeZone: 'Europe/Berlin' });

      const times = timing.nextScheduledTimes(new Date('2026-06-30T12:00:00Z'), 2);

      expect(times).toEqual([new Date('2026-07-01T00:00:00Z'), new Date('2026-07-02T00:00:00Z')]);
    });

    test.each([
      { case: 'no instant', from: new Date('soon'), count: 1, problem: 'from must be a Date' },
      {
        case: 'a count of none',
        from: new Date(0),
        count: 0,
        problem: 'count must be a whole number between 1 and 1000, got 0',
      },
      {
        case: 'too large a count',
        from: new Date(0),
        count: 1001,
        problem: 'count must be a whole number between 1 and 1000, got 1001',
      },
    ])('refuses $case for them', ({ from, count, problem }) => {
      const { timing } = nightlyJob(billingStack());

      expect(messageOf(() => timing.nextScheduledTimes(from, count))).toContain(problem);
    });

    test('refuses to guess them for a schedule that is a token', () => {
      const stack = billingStack();
      const text = new TerraformVariable(stack, 'text', { type: 'string' });
      const { timing } = nightlyJob(stack, { schedule: text.stringValue });

      expect(messageOf(() => timing.nextScheduledTimes(new Date(0), 1))).toBe(
        'schedule must be known at synth, with its time zone, for its next times, got a token',
      );
    });
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
