import { Cloudfunctions2Function } from '@cdktf/provider-google/lib/cloudfunctions2-function';
import { StorageBucketObject } from '@cdktf/provider-google/lib/storage-bucket-object';
import { AssetType, type ITerraformDependable, TerraformAsset } from 'cdktf';
import type { Construct } from 'constructs';
import { type Account, givenAccount } from '../account';
import { makeActAs } from '../act-as';
import { dependsOn } from '../depends-on';
import { BuildAccount, buildGrant } from './build-account';
import { checkCloudRunFunction } from './cloud-run-function-problems';
import type { CloudRunFunctionProps } from './cloud-run-function-props';
import type { IHandler } from './handler';
import type { HandlerArchive } from './handler-archive';
import type { HandlerProps } from './handler-props';
import { HandlerService } from './handler-service';
import { logicsOf, proxiesOf } from './job-logics';
import { ServiceElsewhere, type ServiceReference } from './service-elsewhere';
import { SourceBucket } from './source-bucket';

const RUNTIME = 'nodejs24';
const ENTRY_POINT = 'handler';
const APIS = ['cloudfunctions', 'run', 'cloudbuild', 'artifactregistry', 'storage', 'iam'];

/** Google sets it where it is missing, which some provider versions take for a change. */
const SET_BY_GOOGLE = { LOG_EXECUTION_ID: 'true' };

/**
 * The handler, built by Google from source and run by Cloud Run: `google_cloudfunctions2_function`.
 *
 * It is the one resource of the pinned provider that builds: `build_config` of `google_cloud_run_v2_service`
 * builds nothing. Everything that the provider or the API has a default for is written out.
 *
 * @throws ConfigurationError with every problem of the props and of the job logic's code at once
 * @see https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions
 */
export class CloudRunFunction extends HandlerService {
  /**
   * A handler that another app made, for jobs that it accepts (`acceptJob`).
   *
   * @throws ConfigurationError with every problem of the reference
   */
  static fromService(scope: Construct, id: string, reference: ServiceReference): IHandler {
    return new ServiceElsewhere(scope, id, reference);
  }

  /** The Terraform resource, for what has no prop here. */
  readonly resource: Cloudfunctions2Function;
  /** The account that the handler is built under. */
  readonly buildAccount: Account;
  private uriToken: string | undefined;

  constructor(scope: Construct, id: string, props: CloudRunFunctionProps) {
    const { archive, problems } = checkCloudRunFunction(props);
    const logics = problems.length > 0 ? {} : logicsOf(props.logic);
    super(scope, id, props, {
      problems,
      logicNames: Object.keys(logics),
      proxies: proxiesOf(logics),
      apis: APIS,
      variables: SET_BY_GOOGLE,
    });
    const { region, project, provider } = props;
    const build = this.build(props);
    this.buildAccount = build.account;
    const source = this.uploadSource(archive as HandlerArchive, props);
    this.resource = new Cloudfunctions2Function(this, 'Resource', {
      provider,
      project,
      location: region,
      name: this.serviceName,
      description: 'Runs scheduled jobs once per scheduled time',
      labels: props.labels,
      buildConfig: {
        runtime: RUNTIME,
        entryPoint: ENTRY_POINT,
        serviceAccount: build.account.name,
        source: { storageSource: { bucket: source.bucket, object: source.name } },
      },
      serviceConfig: {
        serviceAccountEmail: this.runtimeAccount.email,
        timeoutSeconds: this.lazyTimeoutSeconds(),
        availableMemory: props.memory ?? '512M',
        availableCpu: props.cpu ?? '1',
        maxInstanceRequestConcurrency: props.concurrency ?? 1,
        minInstanceCount: props.minInstances ?? 0,
        maxInstanceCount: this.lazyMaxInstances(),
        ingressSettings: 'ALLOW_ALL',
        allTrafficOnLatestRevision: true,
        vpcConnector: this.connectorId(),
        vpcConnectorEgressSettings:
          props.vpcConnector === undefined ? undefined : (props.vpcEgress ?? 'PRIVATE_RANGES_ONLY'),
        environmentVariables: this.jobs.environment(),
        secretEnvironmentVariables: this.secretVariables(props),
      },
      dependsOn: dependsOn(this, [...build.dependencies, ...this.prerequisites]),
    });
    this.declare({ resource: this.resource, serviceName: this.resource.serviceConfig.service });
  }

  get uri(): string {
    // Each look at an attribute makes a token of its own, and each job of a shared handler looks.
    this.uriToken ??= this.resource.serviceConfig.uri;
    return this.uriToken;
  }

  protected override projectOfStack(): string {
    return BuildAccount.forStack(this, this.stackProps(this.handlerProps)).project;
  }

  private secretVariables({ secrets }: CloudRunFunctionProps) {
    if (secrets === undefined) return undefined;
    return Object.entries(secrets).map(([key, { secret, version }]) => ({
      key,
      projectId: this.project,
      secret,
      version,
    }));
  }

  private build(props: CloudRunFunctionProps): { account: Account; dependencies: ITerraformDependable[] } {
    if (props.buildServiceAccount !== undefined) return this.buildUnder(props.buildServiceAccount);
    const build = BuildAccount.forStack(this, this.stackProps(props));
    for (const grant of build.requiredGrants) this.grants.note(grant);
    return {
      account: build.account,
      dependencies: [...build.dependencies, ...this.actAs(build.account, (member) => build.letActAs(member))],
    };
  }

  /** Whoever brings an account has granted it what builds need. */
  private buildUnder(email: string): { account: Account; dependencies: ITerraformDependable[] } {
    const name = `projects/${this.project}/serviceAccounts/${email}`;
    const account = { ...givenAccount(email), name };
    this.grants.note(buildGrant(account, this.project));
    const actAs = (member: string) =>
      makeActAs(this, 'ActAsBuildAccount', { account, member, provider: this.handlerProps.provider });
    return { account, dependencies: this.actAs(account, actAs) };
  }

  /** The object's name holds the hash of its content, so a changed archive is a new object and a new build. */
  private uploadSource(archive: HandlerArchive, props: CloudRunFunctionProps): StorageBucketObject {
    const asset = new TerraformAsset(this, 'Archive', {
      path: archive.path,
      type: AssetType.FILE,
      assetHash: archive.sha256.slice(0, 32),
    });
    return new StorageBucketObject(this, 'Source', {
      provider: props.provider,
      bucket: props.sourceBucket ?? this.bucketOfStack(props),
      name: `${this.serviceName}/${archive.sha256}.zip`,
      source: asset.path,
      contentType: 'application/zip',
      // The function refers to the old object until it has been updated.
      lifecycle: { createBeforeDestroy: true },
    });
  }

  private bucketOfStack(props: CloudRunFunctionProps): string {
    // The build account's project is the stack's own: that of a job's account would change when the job goes.
    const projectId = props.buildServiceAccount === undefined ? this.projectOfStack() : this.project;
    const { bucket } = SourceBucket.forStack(this, {
      ...this.stackProps(props),
      region: props.region,
      projectId,
    });
    return bucket.name;
  }

  private stackProps({ project, provider, grants }: HandlerProps) {
    return { project, provider, grants, dependsOn: this.apiDependencies };
  }
}
