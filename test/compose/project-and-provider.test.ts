import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import type { TerraformStack } from 'cdktf';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage, aStore } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const DEPLOYER = 'serviceAccount:deployer@acme-billing.iam.gserviceaccount.com';
const SECRETS = { KEY: { secret: 'key', version: '1' } };

function otherProvider(stack: TerraformStack): GoogleProvider {
  return new GoogleProvider(stack, 'Other', { alias: 'other', project: 'acme-other' });
}

/** Every resource without the provider, or without the project where it has one. */
function without(synthesized: Synthesized, attribute: 'provider' | 'project', value: string): string[] {
  return Object.entries(synthesized.json['resource'] as Json).flatMap(([type, some]) =>
    Object.entries(some as Json)
      .filter(([, resource]) => (resource as Json)[attribute] !== value)
      .map(([id]) => `${type}.${id}`),
  );
}

describe('provider', () => {
  test.each<{ case: string; make: (stack: TerraformStack, provider: GoogleProvider) => unknown }>([
    {
      case: 'a job with all that is made for it',
      make: (stack, provider) => nightlyJob(stack, { provider, enableApis: true, secrets: SECRETS }),
    },
    {
      case: 'a handler from source',
      make: (stack, provider) => {
        const store = aStore(stack, { provider, recordAccess: 'custom-role' });
        const handler = aFunction(stack, { provider, store, secrets: SECRETS, deployerMember: DEPLOYER });
        return nightlyJob(stack, { provider, handler });
      },
    },
    {
      case: 'a handler from an image',
      make: (stack, provider) => {
        const store = FirestoreStore.fromDatabase(stack, 'Store', {
          provider,
          databaseName: '(default)',
          managesFields: true,
          recordAccess: 'custom-role',
          enableApis: true,
        });
        const handler = anImage(stack, { provider, store, secrets: SECRETS, deployerMember: DEPLOYER });
        handler.grantInvoke({ scope: stack, id: 'Support', member: 'group:support@acme.example' });
        return nightlyJob(stack, { provider, handler });
      },
    },
  ])('is passed on to every resource of $case', ({ make }) => {
    const stack = billingStack();
    make(stack, otherProvider(stack));

    const synthesized = Synthesized.of(stack);

    expect(without(synthesized, 'provider', 'google.other')).toEqual([]);
    expect(Object.keys(synthesized.counts()).length).toBeGreaterThan(5);
  });

  test('keeps what jobs share apart from that of another one', () => {
    const stack = billingStack();
    nightlyJob(stack, { jobName: 'invoices' }, 'Invoices');
    nightlyJob(stack, { jobName: 'invoices', provider: otherProvider(stack) }, 'OtherInvoices');

    const synthesized = Synthesized.of(stack);

    const databases = Object.values(synthesized.resources('google_firestore_database')) as Json[];
    expect(databases.map(({ provider }) => provider).sort()).toEqual(['google.other', undefined]);
    expect(synthesized.counts()).toMatchObject({
      google_firestore_database: 2,
      google_storage_bucket: 2,
      google_service_account: 6,
    });
  });

  test('of a handler is not used in a stack that does not have it', () => {
    const app = Synthesized.app();
    const platform = billingStack(app, 'platform');
    const handler = aFunction(platform, { project: 'acme-other', provider: otherProvider(platform) });
    const other = billingStack(app, 'support');
    nightlyJob(platform, { handler });

    handler.grantInvoke({ scope: other, id: 'Support', member: 'group:support@acme.example' });

    expect(Synthesized.of(other).resource('google_cloud_run_v2_service_iam_member')).not.toHaveProperty(
      'provider',
    );
  });
});

describe('project', () => {
  test('is passed on to every resource that has one', () => {
    const stack = billingStack();
    const project = 'acme-other';
    const store = aStore(stack, { project, recordAccess: 'custom-role', enableApis: true });
    const handler = aFunction(stack, {
      project,
      store,
      secrets: SECRETS,
      deployerMember: DEPLOYER,
      enableApis: true,
    });
    nightlyJob(stack, { project, handler });

    const others = without(Synthesized.of(stack), 'project', project);

    expect(others).toEqual([
      expect.stringMatching(/^google_cloud_run_v2_service_iam_member\.Handler_Invoker/),
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^google_service_account_iam_member\./)),
      expect.stringMatching(/^google_storage_bucket_object\./),
    ]);
  });

  test('of a job is that of the handler it is given', () => {
    const stack = billingStack();
    nightlyJob(stack, { handler: aFunction(stack, { project: 'acme-other' }) });

    expect(Synthesized.of(stack).resource('google_cloud_scheduler_job')).toMatchObject({
      project: 'acme-other',
    });
  });

  test('of a job cannot be another one than the handler’s', () => {
    const stack = billingStack();
    const handler = aFunction(stack, { project: 'acme-other' });

    expect(messageOf(() => nightlyJob(stack, { handler, project: 'acme-billing' }))).toContain(
      "project must be that of the handler (acme-other), which is where its invoker account is, got 'acme-billing': leave it out",
    );
  });
});
