import { CloudRunV2ServiceIamMember } from '@cdktf/provider-google/lib/cloud-run-v2-service-iam-member';
import { Cloudfunctions2Function } from '@cdktf/provider-google/lib/cloudfunctions2-function';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { StorageBucketObject } from '@cdktf/provider-google/lib/storage-bucket-object';
import { AssetType, Fn, Lazy, TerraformAsset, type TerraformProvider, Token } from 'cdktf';
import { Construct } from 'constructs';
import { projectProblems, regionProblems, requiredProblems, unknownProps } from '../checks';
import { ConfigurationError, throwProblems } from '../configuration-error';
import { ENVIRONMENT, encodeJobs, encodeStore } from '../contract/environment';
import { JOB_SETTINGS_DEFAULTS, type JobSettings } from '../contract/job-settings';
import type { Problem } from '../problem';
import { resourceName } from '../resource-name';
import { MAX_ACCOUNT_ID_LENGTH } from '../service-account-id';
import type { IDedupStore } from '../store/dedup-store';
import { BuildAccount } from './build-account';
import type { HandlerTarget, IHandler, JobBinding } from './handler';
import { type HandlerArchive, handlerArchive } from './handler-archive';
import { JobLogic } from './job-logic';
import { SourceBucket } from './source-bucket';

/** The props of a `CloudRunFunction`. */
export interface CloudRunFunctionProps {
  /** The region of the service, such as `europe-west1`. */
  readonly region: string;
  /** The work of the jobs that call this handler. */
  readonly logic: JobLogic;
  /** Where the runs are recorded. */
  readonly store: IDedupStore;
  /** @default - the project of the provider */
  readonly project?: string;
  /** @default - the provider of the stack */
  readonly provider?: TerraformProvider;
}

const PROP_NAMES = ['region', 'logic', 'store', 'project', 'provider'];

/** A function's name may have 63 characters, that of the Cloud Run service under it 49. */
const MAX_NAME_LENGTH = 49;
const RUNTIME = 'nodejs24';
const ENTRY_POINT = 'handler';

/**
 * The handler, built by Google from source and run by Cloud Run: `google_cloudfunctions2_function`.
 *
 * It is the one resource of the pinned provider that builds: `build_config` of `google_cloud_run_v2_service`
 * builds nothing. Everything that the provider or the API has a default for is written out.
 *
 * @see https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions
 */
export class CloudRunFunction extends Construct implements IHandler {
  /** The Terraform resource, for what has no prop here. */
  readonly resource: Cloudfunctions2Function;
  /** The account that the handler runs as. */
  readonly runtimeAccount: ServiceAccount;
  /** The account that the jobs call as: it may invoke this handler and nothing else. */
  readonly invokerAccount: ServiceAccount;
  readonly store: IDedupStore;
  /** The project id; a token of the runtime account where none was given. */
  readonly project: string;

  private readonly jobs: (JobSettings & { readonly attemptDeadlineSeconds: number })[] = [];
  private readonly invokerGrant: CloudRunV2ServiceIamMember;

  constructor(scope: Construct, id: string, props: CloudRunFunctionProps) {
    super(scope, id);
    const { archive, problems } = checkedArchive(props);
    throwProblems([...cloudRunFunctionProblems(props), ...problems], this.node.path);
    const { region, project, provider } = props;
    this.store = props.store;
    this.runtimeAccount = this.account('RuntimeAccount', 'runtime', 'Runs', props);
    this.invokerAccount = this.account('InvokerAccount', 'invoker', 'Calls', props);
    this.project = project ?? this.runtimeAccount.project;

    const storeAccess = props.store.grantReadWrite({
      scope: this,
      member: this.runtimeAccount.member,
      project: this.project,
      projectIsGiven: project !== undefined,
    });
    const build = BuildAccount.forStack(this, { project, provider });
    const source = this.uploadSource(archive as HandlerArchive, props);

    this.resource = new Cloudfunctions2Function(this, 'Resource', {
      provider,
      project,
      location: region,
      name: resourceName(this, { maxLength: MAX_NAME_LENGTH }),
      description: 'Runs scheduled jobs once per scheduled time',
      buildConfig: {
        runtime: RUNTIME,
        entryPoint: ENTRY_POINT,
        serviceAccount: build.account.id,
        source: { storageSource: { bucket: source.bucket, object: source.name } },
      },
      serviceConfig: {
        serviceAccountEmail: this.runtimeAccount.email,
        timeoutSeconds: Token.asNumber(Lazy.anyValue({ produce: () => this.longestDeadlineSeconds() })),
        availableMemory: '512M',
        availableCpu: '1',
        maxInstanceRequestConcurrency: 1,
        minInstanceCount: 0,
        maxInstanceCount: Token.asNumber(Lazy.anyValue({ produce: () => Math.max(4, 2 * this.jobs.length) })),
        ingressSettings: 'ALLOW_ALL',
        allTrafficOnLatestRevision: true,
        environmentVariables: {
          [ENVIRONMENT.JOBS]: Lazy.stringValue({ produce: () => encodeJobs(this.jobs) }),
          [ENVIRONMENT.STORE]: encodeStore(props.store.location),
          // Google sets it where it is missing, which some provider versions take for a change.
          LOG_EXECUTION_ID: 'true',
        },
      },
      dependsOn: [...build.dependencies, storeAccess, ...props.store.dependencies],
    });
    this.invokerGrant = new CloudRunV2ServiceIamMember(this, 'Invoker', {
      provider,
      project: this.resource.project,
      location: this.resource.location,
      name: this.resource.serviceConfig.service,
      role: 'roles/run.invoker',
      member: this.invokerAccount.member,
    });
    this.node.addValidation({ validate: () => this.unusedFindings() });
  }

  /** The base URI of the service, and the audience that its callers name. */
  get uri(): string {
    return this.resource.serviceConfig.uri;
  }

  bindJob(job: JobBinding): HandlerTarget {
    this.jobs.push({
      ...job,
      project: job.project ?? this.project,
      logic: JOB_SETTINGS_DEFAULTS.logic,
    });
    return {
      uri: this.uri,
      invokerEmail: this.invokerAccount.email,
      dependencies: [this.resource, this.invokerGrant],
    };
  }

  private account(id: string, role: string, verb: string, props: CloudRunFunctionProps): ServiceAccount {
    return new ServiceAccount(this, id, {
      provider: props.provider,
      project: props.project,
      accountId: resourceName(this, { maxLength: MAX_ACCOUNT_ID_LENGTH, role }),
      displayName: `${verb} ${this.node.path}`.slice(0, 100),
    });
  }

  /** The object's name holds the hash of its content, so a changed archive is a new object and a new build. */
  private uploadSource(archive: HandlerArchive, props: CloudRunFunctionProps): StorageBucketObject {
    const { region, project, provider } = props;
    const { bucket } = SourceBucket.forStack(this, { region, project, provider });
    const asset = new TerraformAsset(this, 'Archive', {
      path: archive.path,
      type: AssetType.FILE,
      assetHash: archive.sha256.slice(0, 32),
    });
    return new StorageBucketObject(this, 'Source', {
      provider,
      bucket: bucket.name,
      name: `${resourceName(this, { maxLength: MAX_NAME_LENGTH })}/${archive.sha256}.zip`,
      source: asset.path,
      contentType: 'application/zip',
      // The function refers to the old object until it has been updated.
      lifecycle: { createBeforeDestroy: true },
    });
  }

  /** Cloud Run gives up on a request later than the job that sent it. */
  private longestDeadlineSeconds(): unknown {
    const deadlines = [...new Set(this.jobs.map((job) => job.attemptDeadlineSeconds))];
    return deadlines.some((deadline) => Token.isUnresolved(deadline))
      ? Fn.max(deadlines)
      : Math.max(...deadlines);
  }

  private unusedFindings(): string[] {
    return this.jobs.length > 0 ? [] : ['handler must be given to at least one job'];
  }
}

function checkedArchive(props: CloudRunFunctionProps): { archive?: HandlerArchive; problems: Problem[] } {
  if (!(props.logic instanceof JobLogic)) return { problems: [] };
  try {
    return { archive: handlerArchive({ [JOB_SETTINGS_DEFAULTS.logic]: props.logic }), problems: [] };
  } catch (error) {
    if (!ConfigurationError.is(error)) throw error;
    return { problems: [...error.problems] };
  }
}

/** Every problem of a handler's props but those of the job logic's code. */
export function cloudRunFunctionProblems(props: CloudRunFunctionProps): Problem[] {
  return [
    ...unknownProps(props, PROP_NAMES),
    ...requiredProblems('region', props.region, "write region: 'europe-west1' or the region of your choice"),
    ...regionProblems('region', props.region ?? undefined),
    ...projectProblems('project', props.project),
    ...requiredProblems('store', props.store, 'give a FirestoreStore'),
    ...logicProblems(props.logic),
  ];
}

export function logicProblems(logic: unknown): Problem[] {
  if (logic instanceof JobLogic) return [];
  const fix = "write JobLogic.fromFile(path.join(__dirname, 'job.ts'))";
  return [
    { prop: 'logic', must: 'be a JobLogic', got: logic === undefined ? 'nothing' : String(logic), fix },
  ];
}
