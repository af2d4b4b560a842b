import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import type { TerraformProvider } from 'cdktf';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage, aStore } from '../support/handlers';

const PROJECT = 'acme-billing';

const USES: Readonly<Record<string, (provider: TerraformProvider) => unknown>> = {
  'a job': (provider) => nightlyJob(billingStack(), { provider }),
  'a function': (provider) => aFunction(billingStack(), { project: PROJECT, provider }),
  'an image': (provider) => anImage(billingStack(), { project: PROJECT, provider }),
  'a store': (provider) => aStore(billingStack(), { provider }),
  'an adopted database': (provider) =>
    FirestoreStore.fromDatabase(billingStack(), 'Store', {
      databaseName: '(default)',
      managesFields: true,
      project: PROJECT,
      provider,
    }),
  'the grant of the records': (provider) => {
    const stack = billingStack();
    return aStore(stack).grantReadWrite({ scope: stack, member: 'group:a@acme.example', provider });
  },
  'the grant of the invocation': (provider) => {
    const stack = billingStack();
    const handler = anImage(stack, { project: PROJECT });
    return handler.grantInvoke({ scope: stack, id: 'A', member: 'group:a@acme.example', provider });
  },
};

describe.each(Object.keys(USES))('the provider of %s', (use) => {
  test.each(['google.west', {}, null, 1])('is not %j', (value) => {
    expect(messageOf(() => USES[use]?.(value as never))).toContain('provider must be a provider, got ');
  });

  test('is one that there is', () => {
    const west = new GoogleProvider(billingStack(), 'West', { alias: 'west', project: PROJECT });

    expect(() => USES[use]?.(west)).not.toThrow();
  });
});
