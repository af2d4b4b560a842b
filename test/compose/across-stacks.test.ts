import { type App, TerraformVariable } from 'cdktf';
import { Duration } from '../../src/duration';
import { Lease } from '../../src/lease';
import { billingStack, messageOf, nightlyJob } from '../support/billing-stack';
import { aFunction, aStore } from '../support/handlers';
import { Synthesized } from '../support/synthesized';
import { type SynthesizedStack, synthesizedStacks } from '../support/synthesized-stacks';

type Json = Record<string, any>;

const PROJECT = 'acme-data';
const OUTPUT = /^\$\{data\.terraform_remote_state\.cross-stack-reference-input-platform\.outputs\./;

/** A platform stack and one of jobs, in either order. */
function twoStacks(order: readonly string[] = ['platform', 'jobs'], app: App = Synthesized.app()) {
  const stacks = Object.fromEntries(order.map((id) => [id, billingStack(app, id)]));
  const [platform, jobs] = [stacks['platform'], stacks['jobs']];
  if (platform === undefined || jobs === undefined) throw new Error('both stacks are named in the order');
  return { app, platform, jobs };
}

function dependsOnOf({ json }: SynthesizedStack): string[] {
  const resources = Object.values(json['resource'] as Json).flatMap((some) => Object.values(some as Json));
  return resources.flatMap((resource) => (resource as Json)['depends_on'] ?? []);
}

describe.each([
  { case: 'the platform comes first', order: ['platform', 'jobs'] },
  { case: 'the jobs come first', order: ['jobs', 'platform'] },
])('a store of another stack, where $case', ({ order }) => {
  const { app, platform, jobs } = twoStacks(order);
  const store = aStore(platform, { project: PROJECT, recordAccess: 'custom-role' });
  nightlyJob(jobs, { store, project: PROJECT });
  const stacks = synthesizedStacks(app) as Record<'platform' | 'jobs', SynthesizedStack>;

  test('is granted in the stack of the job', () => {
    const granted = Object.values(stacks.jobs.json['resource'].google_project_iam_member) as Json[];

    expect(granted.map(({ role }) => role).sort()).toEqual([
      expect.stringMatching(/^projects\/acme-data\/roles\/store_[0-9a-f]{8}$/),
      'roles/run.builder',
    ]);
    expect(Object.keys(stacks.platform.json['resource']).sort()).toEqual([
      'google_firestore_database',
      'google_firestore_field',
      'google_project_iam_custom_role',
    ]);
  });

  test('is read from no state', () => {
    expect(stacks.jobs.json).not.toHaveProperty('data');
    expect(stacks.platform.json).not.toHaveProperty('output');
    const handler = Object.values(stacks.jobs.json['resource'].google_cloudfunctions2_function)[0] as Json;
    expect(JSON.parse(handler['service_config'].environment_variables.DSJ_STORE)).toEqual({
      kind: 'firestore',
      project: PROJECT,
      database: 'runs',
      collection: 'scheduler_runs',
    });
  });

  test('is deployed before the jobs and destroyed after them', () => {
    expect(stacks.jobs.dependencies).toEqual(['platform']);
    expect(stacks.platform.dependencies).toEqual([]);
  });

  test('is waited for with nothing that Terraform cannot wait for', () => {
    const own = Object.entries(stacks.jobs.json['resource'] as Json).flatMap(([type, some]) =>
      Object.keys(some as Json).map((id) => `${type}.${id}`),
    );

    expect(dependsOnOf(stacks.jobs).filter((address) => !own.includes(address))).toEqual([]);
    expect(dependsOnOf(stacks.jobs)).not.toEqual([]);
  });
});

describe('a store whose project is left to the provider of another stack', () => {
  test('tells its project through the state, and its database by name', () => {
    const { app, platform, jobs } = twoStacks();
    nightlyJob(jobs, { store: aStore(platform) });

    const stacks = synthesizedStacks(app);

    expect(Object.keys(stacks['platform']?.json['output'])).toEqual([
      expect.stringMatching(/^cross-stack-output-google_firestore_databaseStore_Database_\w+project$/),
    ]);
    expect(stacks['jobs']?.text).toContain('\\"database\\":\\"runs\\"');
  });
});

describe.each([
  { case: 'the platform comes first', order: ['platform', 'jobs'] },
  { case: 'the jobs come first', order: ['jobs', 'platform'] },
])('a handler of another stack, where $case', ({ order }) => {
  const { app, platform, jobs } = twoStacks(order);
  const handler = aFunction(platform, { project: PROJECT });
  nightlyJob(jobs, { handler, jobName: 'invoices' });
  const stacks = synthesizedStacks(app) as Record<'platform' | 'jobs', SynthesizedStack>;
  const job = Object.values(stacks.jobs.json['resource'].google_cloud_scheduler_job)[0] as Json;

  test('is told of the job, in literals', () => {
    const service = Object.values(
      stacks.platform.json['resource'].google_cloudfunctions2_function,
    )[0] as Json;

    expect(service['service_config'].environment_variables.DSJ_JOBS).toMatch(
      /^\{"acme-data\/europe-west1":\{"invoices":\{[^$]*\}\}\}$/,
    );
    expect(stacks.platform.dependencies).toEqual([]);
  });

  test('tells its URI and its invoker account, and nothing else', () => {
    expect(Object.keys(stacks.platform.json['output']).sort()).toEqual([
      expect.stringMatching(/google_cloudfunctions2_functionHandler_\w+service_config0uri$/),
      expect.stringMatching(/google_service_accountHandler_InvokerAccount_\w+email$/),
    ]);
    expect(job['http_target'].oidc_token).toEqual({
      audience: expect.stringMatching(OUTPUT),
      service_account_email: expect.stringMatching(OUTPUT),
    });
    expect(job).toMatchObject({ project: PROJECT });
  });

  test('is deployed before the jobs and destroyed after them', () => {
    expect(stacks.jobs.dependencies).toEqual(['platform']);
    expect(job).not.toHaveProperty('depends_on');
  });
});

describe('a job whose handler is in another stack', () => {
  test('is in the project of the handler, whatever the provider of its stack says', () => {
    const { app, platform, jobs } = twoStacks();
    nightlyJob(jobs, { handler: aFunction(platform) });

    const job = Object.values(
      synthesizedStacks(app)['jobs']?.json['resource'].google_cloud_scheduler_job,
    )[0] as Json;

    expect(job['project']).toMatch(OUTPUT);
    expect(job['http_target'].headers['X-Dedup-Project']).toBe(job['project']);
  });

  test('takes the handler’s own project, token or not', () => {
    const { app, platform, jobs } = twoStacks();
    const handler = aFunction(platform);
    nightlyJob(jobs, { handler, project: handler.project });

    expect(synthesizedStacks(app)['platform']?.dependencies).toEqual([]);
  });

  test.each<{ case: string; prop: string; changes: (text: string, seconds: Duration) => object }>([
    { case: 'a name', prop: 'jobName', changes: (text) => ({ jobName: text }) },
    { case: 'a region', prop: 'region', changes: (text) => ({ region: text }) },
    { case: 'a project', prop: 'project', changes: (text) => ({ project: text }) },
    { case: 'a deadline', prop: 'attemptDeadline', changes: (_, seconds) => ({ attemptDeadline: seconds }) },
    { case: 'a lease', prop: 'lease', changes: (_, seconds) => ({ lease: Lease.fixed(seconds) }) },
    { case: 'a retention', prop: 'retention', changes: (_, seconds) => ({ retention: seconds }) },
  ])('refuses $case that only its own stack can tell', ({ prop, changes }) => {
    const { platform, jobs } = twoStacks();
    const text = new TerraformVariable(jobs, 'text', { type: 'string' });
    const seconds = new TerraformVariable(jobs, 'seconds', { type: 'number' });
    const handler = aFunction(platform, { project: PROJECT });

    const message = messageOf(() =>
      nightlyJob(jobs, { handler, ...changes(text.stringValue, Duration.seconds(seconds.numberValue)) }),
    );

    expect(message).toContain(
      `${prop} must be a literal for a handler of another stack (platform), whose environment holds it, ` +
        'got a token, which is known only at deploy time',
    );
  });
});

describe('stacks that need each other', () => {
  test('are refused while they are built', () => {
    const { platform, jobs } = twoStacks();
    const handler = aFunction(platform, { project: PROJECT });
    nightlyJob(jobs, { handler });

    const store = aStore(jobs, { project: PROJECT, databaseName: 'other' });

    expect(() => nightlyJob(platform, { store, project: PROJECT })).toThrow(/circular/i);
  });
});
