import { type TerraformStack, TerraformVariable } from 'cdktf';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { FirestoreStore } from '../../src/store/firestore-store';
import { billingStack, EMPTY_LOGIC, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, anImage, aStore } from '../support/handlers';
import { Synthesized } from '../support/synthesized';

const PROJECT = 'acme-billing';

/** A boolean or a text that is known only at deploy time. */
function token(stack: TerraformStack): { readonly text: string; readonly truth: never } {
  const variable = new TerraformVariable(stack, 'variable', { type: 'string' });
  return { text: variable.stringValue, truth: variable.booleanValue as never };
}

describe('names that collide between stacks of one project', () => {
  test.each<{ case: string; prop: string; make: (stack: TerraformStack) => unknown }>([
    {
      case: 'jobs',
      prop: 'jobName',
      make: (stack) => nightlyJob(stack, { jobName: 'invoices', project: PROJECT }),
    },
    {
      case: 'databases',
      prop: 'databaseName',
      make: (stack) => aStore(stack, { project: PROJECT }),
    },
    {
      case: 'services',
      prop: 'serviceName',
      make: (stack) => {
        const store = aStore(stack, { project: PROJECT, databaseName: `${stack.node.id}-runs` });
        return aFunction(stack, { project: PROJECT, store, serviceName: 'handler' });
      },
    },
  ])('are refused for $case', ({ prop, make }) => {
    const app = Synthesized.app();
    make(billingStack(app, 'first'));

    expect(messageOf(() => make(billingStack(app, 'second')))).toMatch(
      new RegExp(
        `^second/\\w+ has 1 configuration problem\\n {2}- ${prop} must differ from that of first/\\w+, `,
      ),
    );
  });

  test('are found for a job whose project is that of its handler', () => {
    const app = Synthesized.app();
    nightlyJob(billingStack(app, 'first'), { jobName: 'invoices', project: PROJECT });
    const second = billingStack(app, 'second');
    const handler = aFunction(second, { project: PROJECT });

    expect(messageOf(() => nightlyJob(second, { jobName: 'invoices', handler }))).toContain(
      'jobName must differ from that of first/NightlyInvoices',
    );
  });

  test('do not, where they come from the place in the tree', () => {
    const app = Synthesized.app();
    const [first, second] = [billingStack(app, 'first'), billingStack(app, 'second')].map((stack) =>
      nightlyJob(stack, { project: PROJECT }),
    );

    expect(first?.jobName).not.toBe(second?.jobName);
  });
});

describe('a job whose logic the handler does not have', () => {
  const logic = { invoices: EMPTY_LOGIC, reports: EMPTY_LOGIC };

  test.each([
    { case: 'source', make: (stack: TerraformStack) => aFunction(stack, { logic }) },
    { case: 'an image', make: (stack: TerraformStack) => anImage(stack, { logicNames: Object.keys(logic) }) },
  ])('is refused by a handler from $case', ({ make }) => {
    const stack = billingStack();
    const handler = make(stack);

    expect(messageOf(() => nightlyJob(stack, { handler, logicName: 'refunds' }))).toContain(
      "logicName must be one of the handler's job logics ('invoices', 'reports'), got 'refunds'",
    );
    expect(messageOf(() => nightlyJob(stack, { handler }, 'Other'))).toContain(
      "logicName must be given: the handler has several job logics ('invoices', 'reports'), got nothing",
    );
  });

  test('names its logic beside a logic of its own in vain', () => {
    expect(messageOf(() => nightlyJob(billingStack(), { logicName: 'invoices' }))).toContain(
      'logicName must not be given beside logic, which is the only one of its handler',
    );
  });
});

describe('a token where only a literal can work', () => {
  test.each<{ prop: string; make: (stack: TerraformStack) => unknown; must: string }>([
    {
      prop: 'enableApis',
      make: (stack) => nightlyJob(stack, { enableApis: token(stack).truth }),
      must: 'be true or false',
    },
    {
      prop: 'enableApis',
      make: (stack) => aStore(stack, { enableApis: token(stack).truth }),
      must: 'be true or false',
    },
    {
      prop: 'deletionProtection',
      make: (stack) => anImage(stack, { deletionProtection: token(stack).truth }),
      must: 'be true or false',
    },
    {
      prop: 'managesFields',
      make: (stack) =>
        FirestoreStore.fromDatabase(stack, 'Store', {
          databaseName: 'runs',
          managesFields: token(stack).truth,
        }),
      must: 'be true or false',
    },
    {
      prop: 'removalPolicy',
      make: (stack) => aStore(stack, { removalPolicy: token(stack).text as never }),
      must: "be 'destroy' or 'retain'",
    },
    {
      prop: 'recordAccess',
      make: (stack) => aStore(stack, { recordAccess: token(stack).text as never }),
      must: "be 'datastore-user' or 'custom-role'",
    },
    {
      prop: 'grants',
      make: (stack) => aFunction(stack, { grants: token(stack).text as never }),
      must: "be 'managed' or 'none'",
    },
    {
      prop: 'forcedRuns',
      make: (stack) => nightlyJob(stack, { forcedRuns: token(stack).text as never }),
      must: "be 'separate' or 'consume-next' or 'reject'",
    },
    {
      prop: 'logicName',
      make: (stack) => nightlyJob(stack, { handler: aFunction(stack), logicName: token(stack).text }),
      must: "be one of the handler's job logics ('default')",
    },
  ])('is refused for $prop of a construct that needs it at synth', ({ prop, make, must }) => {
    expect(messageOf(() => make(billingStack()))).toContain(
      `${prop} must ${must}, got a token, which is known only at deploy time`,
    );
  });

  test('is refused for a job that another app’s service has to accept', () => {
    const stack = billingStack();
    const handler = CloudRunFunction.fromService(stack, 'Elsewhere', {
      uri: 'https://handler-123456789.europe-west1.run.app',
      invokerServiceAccount: 'caller@acme-billing.iam.gserviceaccount.com',
      project: PROJECT,
      acceptedJobs: ['invoices'],
    });

    expect(messageOf(() => nightlyJob(stack, { handler, jobName: token(stack).text }))).toContain(
      'jobName must be a literal, since it is looked up in acceptedJobs at synth, got a token',
    );
  });
});

describe('a store of another project', () => {
  test('is refused by a handler of either kind', () => {
    const stack = billingStack();
    const store = aStore(stack, { project: 'acme-data' });

    for (const make of [aFunction, anImage]) {
      expect(messageOf(() => make(stack, { store, project: PROJECT }, make.name))).toContain(
        "store must be in the handler's project (acme-billing), got a store in acme-data: give a store in acme-billing, or make the handler in acme-data",
      );
    }
  });
});

describe('props that are missing altogether', () => {
  test.each<{ case: string; make: (stack: TerraformStack) => unknown; fix: string }>([
    {
      case: 'a store',
      make: (stack) => new FirestoreStore(stack, 'It', undefined as never),
      fix: 'props must be an object, got undefined: give location',
    },
    {
      case: 'an adopted database',
      make: (stack) => FirestoreStore.fromDatabase(stack, 'It', undefined as never),
      fix: 'reference must be an object, got undefined: give databaseName and managesFields',
    },
    {
      case: 'a handler from source',
      make: (stack) => new CloudRunFunction(stack, 'It', undefined as never),
      fix: 'props must be an object, got undefined: give region, logic and store',
    },
    {
      case: 'a service of another app',
      make: (stack) => CloudRunFunction.fromService(stack, 'It', undefined as never),
      fix: 'reference must be an object, got undefined',
    },
  ])('are named for $case', ({ make, fix }) => {
    expect(messageOf(() => make(billingStack()))).toBe(`billing/It has 1 configuration problem\n  - ${fix}`);
  });
});

describe('FirestoreStore.fromDatabase', () => {
  test.each<{ case: string; reference: object; problem: string }>([
    {
      case: 'no database',
      reference: { managesFields: true },
      problem: "databaseName must be given, got nothing: write databaseName: '(default)' or another one",
    },
    {
      case: 'no word on the fields',
      reference: { databaseName: 'runs' },
      problem: 'managesFields must be given, got nothing: write true, or false where another app manages',
    },
    {
      case: 'no project, where nothing tells it',
      reference: { databaseName: 'runs', managesFields: false },
      problem: 'project must be given, got nothing: write the id of the project that the database is in',
    },
    {
      case: 'a default without its parentheses',
      reference: { databaseName: '(Default)', managesFields: true },
      problem: "databaseName must be the name of a database, or (default), got '(Default)'",
    },
    {
      case: 'a location, which the database has',
      reference: { databaseName: 'runs', managesFields: true, location: 'eur3' },
      problem: 'location must be a prop of this construct',
    },
  ])('refuses $case', ({ reference, problem }) => {
    const act = () => FirestoreStore.fromDatabase(billingStack(), 'Store', reference as never);

    expect(messageOf(act)).toContain(problem);
  });
});
