import { join } from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { PubsubTopic } from '@cdktf/provider-google/lib/pubsub-topic';
import { type App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import { Duration } from '../../src/duration';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { CloudRunImage } from '../../src/handler/cloud-run-image';
import { JobLogic } from '../../src/handler/job-logic';
import { FirestoreStore } from '../../src/store/firestore-store';

const LOGIC = JobLogic.fromFile(join(__dirname, 'logic/empty-job.ts'));
const REGION = 'europe-west1';
const SCHEDULE = '0 2 * * *';

/** Options of both kinds of handlers, each of which makes something. */
const HANDLER_OPTIONS = {
  region: REGION,
  environment: { LEDGER_URL: 'https://ledger.example.com' },
  secrets: { LEDGER_KEY: { secret: 'ledger-key', version: '3' } },
  vpcConnector: 'jobs',
  deployerMember: 'serviceAccount:deployer@acme-ci.iam.gserviceaccount.com',
  enableApis: true,
} as const;

/** Stacks with every construct of this library, under names of their own and under those that they derive. */
export function everyConstruct(app: App): TerraformStack[] {
  return [smallest(app), composed(app), elsewhere(app), proxies(app)];
}

/** What the README begins with. */
function smallest(app: App): TerraformStack {
  const stack = newStack(app, 'billing');
  new DedupedSchedulerJob(stack, 'NightlyInvoices', { region: REGION, schedule: SCHEDULE, logic: LOGIC });
  return stack;
}

/** Everything that is made on request, in a project that is named. */
function composed(app: App): TerraformStack {
  const stack = newStack(app, 'composed');
  const project = 'acme-composed';
  const store = new FirestoreStore(stack, 'Store', {
    location: 'eur3',
    project,
    recordAccess: 'custom-role',
    enableApis: true,
  });
  const source = new CloudRunFunction(stack, 'Function', {
    ...HANDLER_OPTIONS,
    project,
    store,
    logic: { invoices: LOGIC, reports: LOGIC },
  });
  const image = new CloudRunImage(stack, 'Image', {
    ...HANDLER_OPTIONS,
    project,
    store,
    image: 'europe-west1-docker.pkg.dev/acme-composed/jobs/handler:1.0',
  });
  const ungranted = new CloudRunFunction(stack, 'Ungranted', {
    region: REGION,
    project,
    store,
    logic: LOGIC,
    grants: 'none',
  });
  const common = { region: REGION, schedule: SCHEDULE, project, enableApis: true };
  new DedupedSchedulerJob(stack, 'Invoices', { ...common, handler: source, logicName: 'invoices' });
  new DedupedSchedulerJob(stack, 'Reports', {
    ...common,
    handler: source,
    logicName: 'reports',
    attemptDeadline: Duration.seconds(60),
    forcedRuns: 'reject',
    missingScheduleTime: 'run-undeduplicated',
  });
  new DedupedSchedulerJob(stack, 'FromImage', { ...common, handler: image });
  new DedupedSchedulerJob(stack, 'WithoutGrants', { ...common, handler: ungranted });
  return stack;
}

/** What exists already: a database, accounts, a bucket, a service. */
function elsewhere(app: App): TerraformStack {
  const stack = newStack(app, 'elsewhere');
  const project = 'acme-elsewhere';
  const account = (name: string) => `${name}@${project}.iam.gserviceaccount.com`;
  const store = FirestoreStore.fromDatabase(stack, 'Adopted', {
    databaseName: '(default)',
    managesFields: true,
    recordAccess: 'custom-role',
    project,
  });
  const handler = new CloudRunFunction(stack, 'Function', {
    region: REGION,
    project,
    store,
    logic: LOGIC,
    serviceName: 'given-service',
    sourceBucket: 'given-bucket',
    serviceAccount: account('runtime'),
    invokerServiceAccount: account('invoker'),
    buildServiceAccount: account('build'),
    deployerMember: 'group:deployers@acme.example',
  });
  const service = CloudRunFunction.fromService(stack, 'Service', {
    uri: 'https://handler-123456789.europe-west1.run.app',
    invokerServiceAccount: account('invoker'),
    project,
    acceptedJobs: ['given-name'],
  });
  const common = { region: REGION, schedule: SCHEDULE, project };
  new DedupedSchedulerJob(stack, 'OwnHandler', { ...common, handler });
  new DedupedSchedulerJob(stack, 'OtherHandler', { ...common, handler: service, jobName: 'given-name' });
  return stack;
}

/** A handler with every kind of proxy, and one from an image, in projects of their own and of others. */
function proxies(app: App): TerraformStack {
  const stack = newStack(app, 'proxies');
  const project = 'acme-proxies';
  const location = REGION;
  const serviceAccount = `builder@${project}.iam.gserviceaccount.com`;
  const service = 'https://ledger-123456789.europe-west1.run.app';
  const topic = new PubsubTopic(stack, 'MonthEnds', { project, name: 'month-ends' });
  const store = new FirestoreStore(stack, 'Store', { location: 'eur3', project });
  const handler = new CloudRunFunction(stack, 'Function', {
    region: REGION,
    project,
    store,
    enableApis: true,
    logic: {
      workflow: JobLogic.workflowExecution({ workflow: 'close-books', location, argument: { books: 'all' } }),
      job: JobLogic.cloudRunJob({ job: 'reindex', location, overrides: { taskCount: 2 } }),
      jobElsewhere: JobLogic.cloudRunJob({ job: 'reindex', location, project: 'acme-search' }),
      trigger: JobLogic.cloudBuildTrigger({ trigger: 'nightly', location, serviceAccount }),
      http: JobLogic.http({ url: `${service}/close`, cloudRunService: { name: 'ledger', location } }),
      message: JobLogic.pubSub({ topic: topic.name, data: '{}' }),
    },
  });
  const image = new CloudRunImage(stack, 'Image', {
    region: REGION,
    project,
    store,
    image: 'europe-west1-docker.pkg.dev/acme-proxies/jobs/proxies:1.0',
    proxies: JobLogic.workflowExecution({ workflow: 'open-books', location, waitForCompletion: true }),
  });
  const common = { region: REGION, schedule: SCHEDULE, project };
  for (const logicName of ['workflow', 'job', 'jobElsewhere', 'trigger', 'http', 'message']) {
    new DedupedSchedulerJob(stack, `Start-${logicName}`, { ...common, handler, logicName });
  }
  new DedupedSchedulerJob(stack, 'FromImage', { ...common, handler: image });
  return stack;
}

function newStack(app: App, id: string): TerraformStack {
  const stack = new TerraformStack(app, id);
  new GoogleProvider(stack, 'Google', { project: `acme-${id}` });
  return stack;
}
