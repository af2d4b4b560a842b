import { CloudRunV2ServiceIamMember } from '@cdktf/provider-google/lib/cloud-run-v2-service-iam-member';
import { CloudSchedulerJob } from '@cdktf/provider-google/lib/cloud-scheduler-job';
import { Cloudfunctions2Function } from '@cdktf/provider-google/lib/cloudfunctions2-function';
import { FirestoreDatabase } from '@cdktf/provider-google/lib/firestore-database';
import { FirestoreField } from '@cdktf/provider-google/lib/firestore-field';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import { StorageBucketObject } from '@cdktf/provider-google/lib/storage-bucket-object';
import { AssetType, TerraformAsset, type TerraformStack } from 'cdktf';
import { distinctSchedules } from '../schedules';
import { PROJECT, REGION } from './place';

const FIELDS = [
  ...['status', 'attempt_id', 'attempt', 'lease_seconds', 'renewals', 'lease_expires', 'project', 'location'],
  ...['job', 'schedule_time', 'generation', 'started_at', 'finished_at', 'permanent', 'error', 'result'],
  'payload_hash',
];

/**
 * The same resources as somebody would write them by hand in CDKTF, every value a literal.
 *
 * @param archiveFiles of each handler
 */
export function handwrittenStack(stack: TerraformStack, jobs: number, archiveFiles: readonly string[]): void {
  const handlers = archiveFiles.length;
  const schedules = distinctSchedules(jobs);
  const lastField = records(stack);
  const shared = sharedByHandlers(stack);
  const targets = archiveFiles.map((archiveFile, index) => {
    const names = schedules.map((_, job) => `job-${job}`).filter((_, job) => job % handlers === index);
    const archive = new TerraformAsset(stack, `Archive${index}`, { path: archiveFile, type: AssetType.FILE });
    return handlerOf(stack, index, names, { ...shared, archive }, lastField);
  });
  for (const [index, { schedule, timeZone }] of schedules.entries()) {
    const { service, invoker, grant } = targets[index % handlers] as (typeof targets)[number];
    const uri = service.serviceConfig.uri;
    new CloudSchedulerJob(stack, `Job${index}`, {
      name: `job-${index}`,
      project: PROJECT,
      region: REGION,
      schedule,
      timeZone,
      paused: false,
      attemptDeadline: '180s',
      retryConfig: {
        retryCount: 5,
        maxRetryDuration: '0s',
        minBackoffDuration: '40s',
        maxBackoffDuration: '40s',
        maxDoublings: 5,
      },
      httpTarget: {
        httpMethod: 'POST',
        uri: `${uri}/jobs/job-${index}`,
        headers: { 'Content-Type': 'application/octet-stream', 'X-Project': PROJECT, 'X-Location': REGION },
        oidcToken: { serviceAccountEmail: invoker.email, audience: uri },
      },
      dependsOn: [service, grant],
      lifecycle: { ignoreChanges: ['http_target[0].headers["Authorization"]'] },
    });
  }
}

function records(stack: TerraformStack): FirestoreField {
  const database = new FirestoreDatabase(stack, 'Database', {
    project: PROJECT,
    name: 'runs',
    locationId: REGION,
    type: 'FIRESTORE_NATIVE',
    databaseEdition: 'STANDARD',
    concurrencyMode: 'OPTIMISTIC',
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_DISABLED',
    deletionPolicy: 'DELETE',
    deleteProtectionState: 'DELETE_PROTECTION_DISABLED',
  });
  const common = { project: PROJECT, database: database.name, collection: 'scheduler_runs', indexConfig: {} };
  let last = new FirestoreField(stack, 'expire_at', { ...common, field: 'expire_at', ttlConfig: {} });
  for (const field of FIELDS)
    last = new FirestoreField(stack, field, { ...common, field, dependsOn: [last] });
  return last;
}

interface Shared {
  readonly builder: ServiceAccount;
  readonly mayBuild: ProjectIamMember;
  readonly bucket: StorageBucket;
}

function sharedByHandlers(stack: TerraformStack): Shared {
  const builder = new ServiceAccount(stack, 'Builder', {
    project: PROJECT,
    accountId: 'builder',
    displayName: 'Builds the handlers of scheduled jobs',
  });
  const mayBuild = new ProjectIamMember(stack, 'MayBuild', {
    project: PROJECT,
    role: 'roles/run.builder',
    member: builder.member,
  });
  const bucket = new StorageBucket(stack, 'Bucket', {
    project: PROJECT,
    name: `${PROJECT}-sources`,
    location: REGION,
    uniformBucketLevelAccess: true,
    publicAccessPrevention: 'enforced',
    forceDestroy: true,
  });
  return { builder, mayBuild, bucket };
}

function handlerOf(
  stack: TerraformStack,
  index: number,
  jobNames: readonly string[],
  { builder, mayBuild, bucket, archive }: Shared & { readonly archive: TerraformAsset },
  lastField: FirestoreField,
) {
  const account = (role: string, displayName: string) =>
    new ServiceAccount(stack, `${role}${index}`, {
      project: PROJECT,
      accountId: `handler-${index}-${role.toLowerCase()}`,
      displayName,
    });
  const runtime = account('Runtime', 'Runs the handler');
  const invoker = account('Invoker', 'Calls the handler');
  const access = new ProjectIamMember(stack, `Access${index}`, {
    project: PROJECT,
    role: 'roles/datastore.user',
    member: runtime.member,
    condition: {
      title: 'Records of scheduled runs',
      expression: `resource.name == "projects/${PROJECT}/databases/runs"`,
    },
  });
  const source = new StorageBucketObject(stack, `Source${index}`, {
    bucket: bucket.name,
    name: `handler-${index}/${archive.assetHash}.zip`,
    source: archive.path,
    contentType: 'application/zip',
    lifecycle: { createBeforeDestroy: true },
  });
  const times = { timeoutSeconds: 170, leaseSeconds: 190, retentionSeconds: 86_400, retryWindowSeconds: 600 };
  const service = new Cloudfunctions2Function(stack, `Function${index}`, {
    project: PROJECT,
    location: REGION,
    name: `handler-${index}`,
    description: 'Runs scheduled jobs once per scheduled time',
    buildConfig: {
      runtime: 'nodejs24',
      entryPoint: 'handler',
      serviceAccount: builder.name,
      source: { storageSource: { bucket: source.bucket, object: source.name } },
    },
    serviceConfig: {
      serviceAccountEmail: runtime.email,
      timeoutSeconds: 180,
      availableMemory: '512M',
      availableCpu: '1',
      maxInstanceRequestConcurrency: 1,
      minInstanceCount: 0,
      maxInstanceCount: 2 * jobNames.length,
      ingressSettings: 'ALLOW_ALL',
      allTrafficOnLatestRevision: true,
      environmentVariables: {
        LOG_EXECUTION_ID: 'true',
        JOBS: JSON.stringify(Object.fromEntries(jobNames.map((name) => [name, times]))),
        STORE: JSON.stringify({ project: PROJECT, database: 'runs', collection: 'scheduler_runs' }),
      },
    },
    dependsOn: [mayBuild, access, lastField],
  });
  const grant = new CloudRunV2ServiceIamMember(stack, `MayInvoke${index}`, {
    project: PROJECT,
    location: REGION,
    name: service.serviceConfig.service,
    role: 'roles/run.invoker',
    member: invoker.member,
  });
  return { service, invoker, grant };
}
