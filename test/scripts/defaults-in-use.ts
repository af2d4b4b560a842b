import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import { CloudRunImage } from '../../src/handler/cloud-run-image';
import { JobLogic } from '../../src/handler/job-logic';
import { SchedulerJob } from '../../src/scheduler/scheduler-job';
import { FirestoreStore } from '../../src/store/firestore-store';
import { grantsOf } from '../../src/testing/grants-of';
import { resourceOf } from '../../src/testing/resource-of';
import { billingStack, EMPTY_LOGIC } from '../support/billing-stack';
import { Synthesized } from '../support/synthesized';

type Json = Record<string, any>;

const REGION = 'europe-west1';

/** What each default is where nothing is given, read from what is made. By interface and prop. */
export function defaultsInUse(): Record<string, unknown> {
  const stack = billingStack();
  const job = new DedupedSchedulerJob(stack, 'Job', {
    region: REGION,
    schedule: '0 2 * * *',
    logic: EMPTY_LOGIC,
  });
  const store = new FirestoreStore(stack, 'Store', { location: 'eur3' });
  const handler = new CloudRunImage(stack, 'Image', {
    region: REGION,
    store,
    image: 'docker.io/acme/handler:1',
    vpcConnector: 'jobs',
  });
  const plain = new SchedulerJob(stack, 'Plain', {
    schedule: '0 2 * * *',
    region: REGION,
    runProject: 'acme-billing',
    attemptDeadline: job.attemptDeadline,
    retryConfig: job.retryConfig,
    target: handler.bindJob(
      DedupedSchedulerJob.bindingOf({ region: REGION, schedule: '0 2 * * *', jobName: 'plain' }),
    ),
  });
  const service = resourceOf(handler.resource) as Json;
  const database = resourceOf(store.database);
  const enablesApis = Synthesized.of(stack).counts()['google_project_service'] !== undefined;
  const { template } = service;
  return {
    'DedupedSchedulerJobProps.timeZone': resourceOf(job.schedulerJob.resource)['time_zone'],
    'DedupedSchedulerJobProps.paused': resourceOf(job.schedulerJob.resource)['paused'],
    'DedupedSchedulerJobProps.forcedRuns': job.forcedRuns,
    'DedupedSchedulerJobProps.missingScheduleTime': job.missingScheduleTime,
    'DedupedSchedulerJobProps.enableApis': enablesApis,
    'SchedulerJobProps.timeZone': resourceOf(plain.resource)['time_zone'],
    'SchedulerJobProps.paused': resourceOf(plain.resource)['paused'],
    'RetryConfig.retryCount': job.retryConfig.retryCount,
    'RetryConfig.maxRetryDuration': job.retryConfig.maxRetryDuration.toString(),
    'RetryConfig.maxDoublings': job.retryConfig.maxDoublings,
    'HandlerProps.vpcEgress': template.vpc_access.egress,
    'HandlerProps.cpu': template.containers[0].resources.limits.cpu,
    'HandlerProps.minInstances': template.scaling.min_instance_count,
    'HandlerProps.concurrency': template.max_instance_request_concurrency,
    'HandlerProps.grants': grantsOf(handler).length > 0 ? 'managed' : 'none',
    'HandlerProps.enableApis': enablesApis,
    'CloudRunImageProps.ingress': service['ingress'].replace('INGRESS_TRAFFIC_', '').toLowerCase(),
    'CloudRunImageProps.deletionProtection': service['deletion_protection'],
    'FirestoreCollectionProps.collection': store.location.collection,
    'FirestoreCollectionProps.recordAccess': accessOf(grantsOf(handler).map(({ role }) => role)),
    'FirestoreCollectionProps.enableApis': enablesApis,
    ...proxyDefaults(),
    'FirestoreStoreProps.removalPolicy': database['deletion_policy'] === 'DELETE' ? 'destroy' : 'retain',
  };
}

function proxyDefaults(): Record<string, unknown> {
  const place = { location: REGION };
  const serviceAccount = 'builder@acme-billing.iam.gserviceaccount.com';
  const workflow = settingsOf(JobLogic.workflowExecution({ workflow: 'close', ...place }));
  return {
    'StartingProps.waitForCompletion': workflow['waits'],
    'WorkflowExecutionProps.tokenField': workflow['tokenField'],
    'CloudRunJobProps.tokenVariable': settingsOf(JobLogic.cloudRunJob({ job: 'reindex', ...place }))[
      'tokenVariable'
    ],
    'CloudBuildTriggerProps.tokenSubstitution': settingsOf(
      JobLogic.cloudBuildTrigger({ trigger: 'nightly', ...place, serviceAccount }),
    )['tokenSubstitution'],
    'HttpProps.method': settingsOf(JobLogic.http({ url: 'https://ledger.example.com' }))['method'],
    'PubSubProps.tokenAttribute': settingsOf(JobLogic.pubSub({ topic: 'ends' }))['tokenAttribute'],
  };
}

function settingsOf({ source }: JobLogic): Json {
  if (source.kind !== 'proxy') throw new Error('not a proxy');
  return source.proxy.settings;
}

function accessOf(roles: readonly string[]): string {
  return roles.includes('roles/datastore.user') ? 'datastore-user' : 'custom-role';
}
