import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage, aStore } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const PROJECT = 'acme-billing';

function apisOf(synthesized: Synthesized): string[] {
  const apis = Object.values(synthesized.resources('google_project_service')) as Json[];
  return apis.map(({ service }) => service.replace('.googleapis.com', '')).sort();
}

/** Addresses of everything that waits for an API, each with the APIs that it names itself. */
function waits(synthesized: Synthesized): Record<string, string[]> {
  const resources = Object.entries(synthesized.json['resource'] as Json).flatMap(([type, some]) =>
    Object.entries(some as Json).map(([id, resource]): [string, string[]] => [
      `${type}.${id}`.replace(/_[0-9A-F]{8}$/, ''),
      (((resource as Json)['depends_on'] ?? []) as string[])
        .filter((address) => address.startsWith('google_project_service.'))
        .map((address) => address.replace(/.*DedupApis[^_]*_|_[0-9A-F]{8}$/g, ''))
        .sort(),
    ]),
  );
  return Object.fromEntries(resources.filter(([, apis]) => apis.length > 0));
}

describe('enableApis', () => {
  test('of a job enables what the job and all that is made for it need, and keeps it enabled', () => {
    const stack = billingStack();
    nightlyJob(stack, { enableApis: true });

    const synthesized = Synthesized.of(stack);

    expect(apisOf(synthesized)).toEqual([
      'artifactregistry',
      'cloudbuild',
      'cloudfunctions',
      'cloudscheduler',
      'firestore',
      'iam',
      'run',
      'storage',
    ]);
    for (const api of Object.values(synthesized.resources('google_project_service'))) {
      expect(api).toEqual({ service: expect.any(String), disable_on_destroy: false });
    }
  });

  test('makes what is made wait for its APIs', () => {
    const stack = billingStack();
    nightlyJob(stack, { enableApis: true });
    const build = ['artifactregistry', 'cloudbuild', 'cloudfunctions', 'iam', 'run', 'storage'];

    expect(waits(Synthesized.of(stack))).toEqual({
      'google_cloud_scheduler_job.NightlyInvoices_SchedulerJob': ['cloudscheduler'],
      'google_cloudfunctions2_function.NightlyInvoices_Handler': build,
      'google_firestore_database.DedupStore-europe-west1_Database': ['firestore'],
      'google_service_account.DedupBuild_Account': build,
      'google_service_account.NightlyInvoices_Handler_InvokerAccount': build,
      'google_service_account.NightlyInvoices_Handler_RuntimeAccount': build,
      'google_storage_bucket.DedupSource-europe-west1_Bucket': build,
    });
  });

  test('enables each API once for several jobs', () => {
    const stack = billingStack();
    nightlyJob(stack, { enableApis: true }, 'Invoices');
    nightlyJob(stack, { enableApis: true }, 'Reports');

    expect(apisOf(Synthesized.of(stack))).toHaveLength(8);
  });

  test('of an image enables no build', () => {
    const stack = billingStack();
    nightlyJob(stack, { handler: anImage(stack, { project: PROJECT, enableApis: true }) });

    expect(apisOf(Synthesized.of(stack))).toEqual(['iam', 'run']);
  });

  test('of a handler with secrets and a connector enables theirs', () => {
    const stack = billingStack();
    const secrets = { KEY: { secret: 'key', version: '1' } };
    const handler = anImage(stack, { project: PROJECT, enableApis: true, secrets, vpcConnector: 'internal' });
    nightlyJob(stack, { handler });

    expect(apisOf(Synthesized.of(stack))).toEqual(['iam', 'run', 'secretmanager', 'vpcaccess']);
  });

  test.each([
    { case: 'the predefined role', recordAccess: 'datastore-user', apis: ['firestore'] },
    { case: 'a role of its own', recordAccess: 'custom-role', apis: ['firestore', 'iam'] },
  ] as const)('of a store with $case enables $apis', ({ recordAccess, apis }) => {
    const stack = billingStack();
    aStore(stack, { project: PROJECT, recordAccess, enableApis: true });

    const synthesized = Synthesized.of(stack);

    expect(apisOf(synthesized)).toEqual(apis);
    expect(waits(synthesized)['google_firestore_database.Store_Database']).toEqual(apis);
  });

  test('of an adopted database makes its fields wait', () => {
    const stack = billingStack();
    FirestoreStore.fromDatabase(stack, 'Store', {
      databaseName: '(default)',
      managesFields: true,
      enableApis: true,
    });

    expect(waits(Synthesized.of(stack))).toEqual({
      'google_firestore_field.Store_Field-status': ['firestore'],
    });
  });

  test('is off unless it is asked for', () => {
    const stack = billingStack();
    nightlyJob(stack, { handler: aFunction(stack) });

    expect(apisOf(Synthesized.of(stack))).toEqual([]);
  });
});
