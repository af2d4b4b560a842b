import { Duration } from '../../src/duration';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

function settingsOf(synthesized: Synthesized): Json {
  const handler = synthesized.resource('google_cloudfunctions2_function') as Json;
  return JSON.parse(handler['service_config'].environment_variables.DSJ_JOBS) as Json;
}

describe('DedupedSchedulerJob', () => {
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
});
