import type { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { expressionOf } from '../../src/expression-of';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage, aStore } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const PROJECT = 'acme-billing';
const DEPLOYER = 'serviceAccount:deployer@acme-billing.iam.gserviceaccount.com';
const ACCOUNTS = {
  serviceAccount: 'runner@acme-billing.iam.gserviceaccount.com',
  invokerServiceAccount: 'caller@acme-billing.iam.gserviceaccount.com',
};

function infosOf(construct: Construct): string[] {
  return construct.node.metadata.filter(({ type }) => type === '@cdktf/info').map(({ data }) => data);
}

function grantsOf(synthesized: Synthesized): Json[] {
  return Object.keys(synthesized.counts())
    .filter((type) => type.endsWith('_iam_member'))
    .flatMap((type) => Object.values(synthesized.resources(type)) as Json[]);
}

describe("grants: 'none'", () => {
  function ungranted(): { stack: TerraformStack; handler: ReturnType<typeof aFunction> } {
    const stack = billingStack();
    const secrets = { LEDGER_KEY: { secret: 'ledger-key', version: '3' } };
    const handler = aFunction(stack, {
      ...ACCOUNTS,
      project: PROJECT,
      grants: 'none',
      secrets,
      deployerMember: DEPLOYER,
    });
    nightlyJob(stack, { handler });
    return { stack, handler };
  }

  test('grants nothing', () => {
    const { stack } = ungranted();

    const synthesized = Synthesized.of(stack);

    expect(grantsOf(synthesized)).toEqual([]);
    expect(synthesized.counts()).not.toHaveProperty('google_project_iam_custom_role');
  });

  test('lists everything that is needed instead', () => {
    const { stack, handler } = ungranted();
    const buildAccount = /\$\{google_service_account\.DedupBuild-acme-billing-ungranted_Account_\w+/;

    const grants = handler.requiredGrants.map((grant) =>
      JSON.parse(expressionOf(stack, JSON.stringify(grant))),
    );

    expect(grants).toEqual([
      {
        role: 'roles/datastore.user',
        member: `serviceAccount:${ACCOUNTS.serviceAccount}`,
        on: 'project acme-billing',
        condition: 'resource.name == "projects/acme-billing/databases/runs"',
      },
      {
        role: 'roles/secretmanager.secretAccessor',
        member: `serviceAccount:${ACCOUNTS.serviceAccount}`,
        on: 'the secret ledger-key',
      },
      actAs(ACCOUNTS.serviceAccount),
      actAs(ACCOUNTS.invokerServiceAccount),
      {
        role: 'roles/run.builder',
        member: expect.stringMatching(buildAccount),
        on: 'project acme-billing',
      },
      { ...actAs(''), on: expect.stringMatching(/^the service account dedup-build-acme-bill-[0-9a-f]{8}$/) },
      {
        role: 'roles/run.invoker',
        member: `serviceAccount:${ACCOUNTS.invokerServiceAccount}`,
        on: expect.stringMatching(/^the Cloud Run service [a-z0-9-]+$/),
      },
    ]);
  });

  test('says so in the output of synth', () => {
    const { handler } = ungranted();

    expect(infosOf(handler)).toEqual([
      expect.stringMatching(/^grants: 'none': somebody else has to grant\n {2}- roles\/datastore\.user for /),
    ]);
    expect(infosOf(handler)[0]?.split('\n  - ')).toHaveLength(8);
    expect(infosOf(handler)[0]).toContain(
      'roles/run.builder for ${google_service_account.DedupBuild-acme-billing-ungranted_Account_',
    );
  });

  test('is said for no handler whose grants are made', () => {
    const handler = aFunction(billingStack());

    expect(infosOf(handler)).toEqual([]);
  });

  test('has a build account apart from the one that is granted its role', () => {
    const { stack, handler } = ungranted();
    const other = aFunction(stack, { store: handler.store, project: PROJECT }, 'Other');
    nightlyJob(stack, { handler: other }, 'Other job');

    const builders = grantsOf(Synthesized.of(stack)).filter(({ role }) => role === 'roles/run.builder');

    expect(builders).toHaveLength(1);
    expect(other.buildAccount.email).not.toBe(handler.buildAccount.email);
  });
});

describe('grant methods', () => {
  test('grant the records to somebody else', () => {
    const stack = billingStack();
    const store = aStore(stack, { project: PROJECT });

    store.grantReadWrite({ scope: stack, member: 'group:support@acme.example' });
    store.grantReadWrite({ scope: stack, id: 'Audit', member: 'group:audit@acme.example' });

    const granted = Synthesized.of(stack).resources('google_project_iam_member');
    const condition = expect.objectContaining({
      expression: 'resource.name == "projects/acme-billing/databases/runs"',
    });
    expect(granted).toEqual({
      StoreAccess: expect.objectContaining({ member: 'group:support@acme.example', condition }),
      Audit: expect.objectContaining({ member: 'group:audit@acme.example', condition }),
    });
  });

  test.each([
    {
      member: 'allUsers',
      told: "member must name somebody: what runs jobs is never open to everybody, got 'allUsers'",
    },
    { member: 'allAuthenticatedUsers', told: 'member must name somebody' },
    {
      member: 'support@acme.example',
      told: "member must be a member as IAM writes it, got 'support@acme.example'",
    },
    { member: 5, told: 'member must be a text, got 5' },
    { member: undefined, told: 'member must be given, got nothing' },
  ])('refuse $member', ({ member, told }) => {
    const stack = billingStack();
    const handler = anImage(stack, { project: PROJECT });
    const grantee = { scope: stack, id: 'Support', member: member as string };

    expect(messageOf(() => handler.store.grantReadWrite(grantee))).toContain(told);
    expect(messageOf(() => handler.grantInvoke(grantee))).toContain(told);
    expect(stack.node.tryFindChild('Support')).toBeUndefined();
  });

  test('say what they were to be given', () => {
    const handler = anImage(billingStack(), { project: PROJECT });
    const nothing = undefined as never;

    expect(messageOf(() => handler.store.grantReadWrite(nothing))).toContain(
      'grantee must be an object, got undefined',
    );
    expect(messageOf(() => handler.grantInvoke(nothing))).toContain(
      'invoker must be an object, got undefined',
    );
    expect(messageOf(() => handler.acceptJob(nothing))).toContain('job must be an object, got undefined');
  });

  test('grant the invocation to somebody else, on this service alone', () => {
    const stack = billingStack();
    const handler = anImage(stack, { project: PROJECT });
    nightlyJob(stack, { handler });

    handler.grantInvoke({ scope: stack, id: 'Support', member: 'group:support@acme.example' });

    const grants = Synthesized.of(stack).resources('google_cloud_run_v2_service_iam_member');
    const id = Object.keys(Synthesized.of(stack).resources('google_cloud_run_v2_service'))[0];
    expect(grants['Support']).toEqual({
      project: `\${google_cloud_run_v2_service.${id}.project}`,
      location: `\${google_cloud_run_v2_service.${id}.location}`,
      name: `\${google_cloud_run_v2_service.${id}.name}`,
      role: 'roles/run.invoker',
      member: 'group:support@acme.example',
    });
  });
});

describe('recordAccess', () => {
  test.each([
    {
      case: 'a store that is made',
      store: (stack: TerraformStack) => aStore(stack, { project: PROJECT, recordAccess: 'custom-role' }),
    },
    {
      case: 'a database that is adopted',
      store: (stack: TerraformStack) =>
        FirestoreStore.fromDatabase(stack, 'Store', {
          databaseName: 'runs',
          managesFields: false,
          project: PROJECT,
          recordAccess: 'custom-role',
        }),
    },
  ])('grants what the protocol does and nothing else, of $case', ({ store }) => {
    const stack = billingStack();
    nightlyJob(stack, { store: store(stack), project: PROJECT });

    const synthesized = Synthesized.of(stack);

    const role = synthesized.resource('google_project_iam_custom_role');
    expect(role).toEqual({
      project: PROJECT,
      role_id: expect.stringMatching(/^store_[0-9a-f]{8}$/),
      title: 'Records of scheduled runs',
      description: 'Claims and finishes scheduled runs in Firestore',
      stage: 'GA',
      permissions: [
        'datastore.entities.create',
        'datastore.entities.delete',
        'datastore.entities.get',
        'datastore.entities.update',
      ],
    });
    const granted = grantsOf(synthesized).filter((grant) => 'condition' in grant);
    expect(granted).toEqual([
      expect.objectContaining({
        role: `projects/acme-billing/roles/${role['role_id']}`,
        depends_on: [expect.stringMatching(/^google_project_iam_custom_role\.Store_RecordAccess_/)],
      }),
    ]);
    expect(synthesized.text).not.toContain('roles/datastore.user');
  });
});

describe('deployerMember', () => {
  const stack = billingStack();
  const first = aFunction(stack, { project: PROJECT, deployerMember: DEPLOYER }, 'First');
  const shared = { project: PROJECT, deployerMember: DEPLOYER, store: first.store };
  nightlyJob(stack, { handler: first }, 'FirstJob');
  nightlyJob(stack, { handler: aFunction(stack, shared, 'Second') }, 'SecondJob');
  const synthesized = Synthesized.of(stack);
  const grants = synthesized.resources('google_service_account_iam_member') as Record<string, Json>;

  test('may act as runtime and invoker account of each handler, and once as the build account', () => {
    expect(Object.keys(grants).sort()).toEqual([
      expect.stringMatching(/^DedupBuild-acme-billing_ActAs-[0-9a-f]{8}_/),
      expect.stringMatching(/^First_ActAsInvokerAccount_/),
      expect.stringMatching(/^First_ActAsRuntimeAccount_/),
      expect.stringMatching(/^Second_ActAsInvokerAccount_/),
      expect.stringMatching(/^Second_ActAsRuntimeAccount_/),
    ]);
    for (const grant of Object.values(grants)) {
      expect(grant).toEqual({
        service_account_id: expect.stringMatching(/^\$\{google_service_account\.\w[\w-]*\.name\}$/),
        role: 'roles/iam.serviceAccountUser',
        member: DEPLOYER,
      });
    }
  });

  test('may before the resources that run as them are made', () => {
    const [first] = Object.entries(synthesized.resources('google_cloudfunctions2_function'))
      .filter(([id]) => id.startsWith('First'))
      .map(([, resource]) => (resource as Json)['depends_on'] as string[]);
    const [job] = Object.entries(synthesized.resources('google_cloud_scheduler_job'))
      .filter(([id]) => id.startsWith('FirstJob'))
      .map(([, resource]) => (resource as Json)['depends_on'] as string[]);

    const actAs = (waits: string[] | undefined) => waits?.filter((address) => address.includes('ActAs'));
    expect(actAs(first)).toEqual([
      expect.stringContaining('DedupBuild-acme-billing_ActAs-'),
      expect.stringContaining('First_ActAsRuntimeAccount_'),
    ]);
    expect(actAs(job)).toEqual([expect.stringContaining('First_ActAsInvokerAccount_')]);
  });

  test('may act as accounts that were given', () => {
    const other = billingStack();
    const handler = aFunction(other, {
      ...ACCOUNTS,
      buildServiceAccount: 'builder@acme-billing.iam.gserviceaccount.com',
      project: PROJECT,
      deployerMember: DEPLOYER,
    });
    nightlyJob(other, { handler });

    const given = Object.values(Synthesized.of(other).resources('google_service_account_iam_member'));

    expect(given.map((grant) => (grant as Json)['service_account_id']).sort()).toEqual([
      `projects/-/serviceAccounts/${ACCOUNTS.invokerServiceAccount}`,
      `projects/-/serviceAccounts/${ACCOUNTS.serviceAccount}`,
      'projects/acme-billing/serviceAccounts/builder@acme-billing.iam.gserviceaccount.com',
    ]);
  });
});

function actAs(account: string): Json {
  return {
    role: 'roles/iam.serviceAccountUser',
    member: DEPLOYER,
    on: `the service account ${account}`,
  };
}
