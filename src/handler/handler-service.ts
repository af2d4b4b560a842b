import { CloudRunV2ServiceIamMember } from '@cdktf/provider-google/lib/cloud-run-v2-service-iam-member';
import {
  Annotations,
  type ITerraformDependable,
  Lazy,
  type TerraformProvider,
  TerraformStack,
  Token,
} from 'cdktf';
import { Construct } from 'constructs';
import { type Account, givenAccount, newAccount } from '../account';
import { actAsGrant, makeActAs } from '../act-as';
import { objectProblems } from '../checks';
import { throwProblems } from '../configuration-error';
import type { JobSettings } from '../contract/job-settings';
import { expressionOf } from '../expression-of';
import { invokerProblems } from '../grant-problems';
import { describeGrant, Grants, type RequiredGrant } from '../grants';
import { registerName } from '../name-registry';
import type { Problem } from '../problem';
import { grantAccess } from '../proxy/grant-access';
import type { ProxyLogics } from '../proxy/proxy-logic';
import { settingsVariable } from '../proxy/settings-variable';
import { RequiredApis } from '../required-apis';
import { resourceName } from '../resource-name';
import type { Grantee, IDedupStore } from '../store/dedup-store';
import { grantSecrets } from './grant-secrets';
import type { HandlerTarget, IHandler, JobBinding } from './handler';
import { HandlerJobs } from './handler-jobs';
import { jobProjectProblems } from './handler-problems';
import type { HandlerProps } from './handler-props';
import { logicNameOf, logicNameProblems } from './logic-names';

/** What the resource of a service tells once it is declared. */
export interface DeclaredService {
  readonly resource: ITerraformDependable & { readonly project: string; readonly location: string };
  /** The name of the Cloud Run service, for its grants. */
  readonly serviceName: string;
}

/** What tells the kinds of handlers apart. */
export interface HandlerKind {
  /** Every problem of the props: thrown before anything is made. */
  readonly problems: readonly Problem[];
  /** The names of its job logics; `undefined` where nothing here tells them. */
  readonly logicNames: readonly string[] | undefined;
  /** Its job logics that are built in, by name; none where they are modules. */
  readonly proxies: ProxyLogics;
  /** The APIs that it needs, such as `run`. */
  readonly apis: readonly string[];
  /** Variables that the platform would set by itself. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A function's name may have 63 characters, that of the Cloud Run service under it 49. */
export const MAX_SERVICE_NAME_LENGTH = 49;

/** Who may invoke a handler. */
export interface Invoker {
  readonly scope: Construct;
  /** The id of the grant in that scope. */
  readonly id: string;
  /** As IAM writes it: `serviceAccount:E-MAIL`. */
  readonly member: string;
  /** @default - the handler's own within its stack, and that of the stack in another one */
  readonly provider?: TerraformProvider;
}

/** What handlers of both kinds are made of, but for the resource of the service itself. */
export abstract class HandlerService extends Construct implements IHandler {
  /** The account that the handler runs as. */
  readonly runtimeAccount: Account;
  /** The account that the jobs call as: it may invoke this handler and nothing else. */
  readonly invokerAccount: Account;
  readonly store: IDedupStore;
  /** The project id; a token of one of the handler's accounts where none was given. */
  readonly project: string;
  readonly givenProject: string | undefined;

  /** The name of the Cloud Run service. */
  readonly serviceName: string;

  protected readonly apiDependencies: ITerraformDependable[];
  /** What must exist before the service. */
  protected readonly prerequisites: readonly ITerraformDependable[];
  protected readonly grants: Grants;
  protected readonly jobs: HandlerJobs;
  private readonly logicNames: readonly string[] | undefined;
  private readonly callPrerequisites: ITerraformDependable[];
  private declared: DeclaredService | undefined;

  protected constructor(
    scope: Construct,
    id: string,
    protected readonly handlerProps: HandlerProps,
    kind: HandlerKind,
  ) {
    super(scope, id);
    if (!(handlerProps instanceof Object)) throwProblems(kind.problems, this.node.path);
    const { project, provider, store, region } = handlerProps;
    this.serviceName = handlerProps.serviceName ?? resourceName(this, { maxLength: MAX_SERVICE_NAME_LENGTH });
    const named = { kind: 'service', prop: 'serviceName', name: this.serviceName, project, provider };
    throwProblems([...kind.problems, ...registerName(this, { ...named, location: region })], this.node.path);
    this.givenProject = project;
    this.logicNames = kind.logicNames;
    this.store = store;
    this.grants = new Grants(handlerProps.grants ?? 'managed');
    const proxies = Object.values(kind.proxies);
    this.apiDependencies = this.enableApis([...kind.apis, ...proxies.flatMap(({ apis }) => apis)]);
    this.runtimeAccount = this.account('RuntimeAccount', 'runtime', 'Runs', handlerProps.serviceAccount);
    this.invokerAccount = this.account(
      'InvokerAccount',
      'invoker',
      'Calls',
      handlerProps.invokerServiceAccount,
    );
    this.project =
      project ?? this.runtimeAccount.project ?? this.invokerAccount.project ?? this.projectOfStack();
    this.jobs = new HandlerJobs(store, {
      ...kind.variables,
      ...handlerProps.environment,
      ...settingsVariable(kind.proxies, this.project),
    });
    const grantee: Grantee = {
      scope: this,
      member: this.runtimeAccount.member,
      providersProject: project === undefined ? this.project : undefined,
      provider,
    };
    const runtime = { scope: this, member: this.runtimeAccount.member, grants: this.grants };
    this.prerequisites = [
      ...this.apiDependencies,
      ...this.grants.need(store.requiredGrant(grantee), () => store.grantReadWrite(grantee)),
      ...grantSecrets(runtime, handlerProps),
      ...grantAccess(
        { ...runtime, project: this.project, provider, dependsOn: this.apiDependencies },
        proxies.flatMap(({ access }) => access),
      ),
      ...this.actAs(this.runtimeAccount),
      ...store.dependencies,
    ];
    this.callPrerequisites = this.actAs(this.invokerAccount);
    this.node.addValidation({ validate: () => this.unusedFindings() });
  }

  /** The base URI of the service, and the audience that its callers name. */
  abstract get uri(): string;

  /** A project id for a handler all of whose accounts were given; not asked for where one was made. */
  protected abstract projectOfStack(): string;

  get invokerEmail(): string {
    return this.invokerAccount.email;
  }

  get runtimeEmail(): string {
    return this.runtimeAccount.email;
  }

  /** The grants that this handler needs, whether they are made here or by somebody else. */
  get requiredGrants(): readonly RequiredGrant[] {
    return this.grants.required;
  }

  bindProblems(job: JobBinding): Problem[] {
    return [
      ...jobProjectProblems(job.project, this.givenProject),
      ...logicNameProblems(job.logicName, this.logicNames),
      ...this.jobs.roomProblems({
        ...this.settingsOf(job),
        attemptDeadlineSeconds: job.attemptDeadlineSeconds,
      }),
    ];
  }

  bindJob(job: JobBinding): HandlerTarget {
    this.jobs.add({ ...this.settingsOf(job), attemptDeadlineSeconds: job.attemptDeadlineSeconds });
    return {
      uri: this.uri,
      invokerEmail: this.invokerAccount.email,
      dependencies: [this.declaration.resource, ...this.callPrerequisites],
    };
  }

  /**
   * Makes the handler accept a job of another app, which names this service in `CloudRunFunction.fromService`.
   *
   * @param job what `DedupedSchedulerJob.bindingOf` gives for the props of that job
   * @throws ConfigurationError where the handler has no such logic, or no room
   */
  acceptJob(job: JobBinding): void {
    const missing = objectProblems('job', job, 'give what DedupedSchedulerJob.bindingOf returns');
    throwProblems(missing, `${this.node.path}.acceptJob`);
    const { location, jobName: name } = job;
    const project = job.project ?? this.givenProject;
    const { provider } = this.handlerProps;
    const fix = 'accept it in one handler only, or give it another name';
    const named = { kind: 'accepted job', prop: 'jobName', name, project, provider, location, fix };
    throwProblems([...this.bindProblems(job), ...registerName(this, named)], this.node.path);
    this.bindJob(job);
  }

  /**
   * Lets somebody else invoke this handler, on its service alone.
   *
   * @throws ConfigurationError where the member is everybody, or none that IAM knows
   */
  grantInvoke(invoker: Invoker): CloudRunV2ServiceIamMember {
    throwProblems(invokerProblems(invoker), `${this.node.path}.grantInvoke`);
    const { scope, id, member, provider } = invoker;
    const { resource, serviceName } = this.declaration;
    const isInStack = TerraformStack.of(scope) === TerraformStack.of(this);
    return new CloudRunV2ServiceIamMember(scope, id, {
      provider: provider ?? (isInStack ? this.handlerProps.provider : undefined),
      project: resource.project,
      location: resource.location,
      name: serviceName,
      role: 'roles/run.invoker',
      member,
    });
  }

  /** To be called once, with the service's resource: makes what depends on it. */
  protected declare(declared: DeclaredService): void {
    this.declared = declared;
    const { member } = this.invokerAccount;
    const grant = { role: 'roles/run.invoker', member, on: `the Cloud Run service ${this.serviceName}` };
    this.callPrerequisites.unshift(
      ...this.grants.need(grant, () => this.grantInvoke({ scope: this, id: 'Invoker', member })),
    );
    this.tellGrants();
  }

  /** Allows the deployer to act as an account. */
  protected actAs(
    account: Account,
    make: (member: string) => ITerraformDependable = (member) => this.makeActAs(account, member),
  ): ITerraformDependable[] {
    const { deployerMember: member } = this.handlerProps;
    if (member === undefined) return [];
    return this.grants.need(actAsGrant({ account, member }), () => make(member));
  }

  /** Google answers with the full id of a connector, and any other spelling would be a change for ever. */
  protected connectorId(): string | undefined {
    const { vpcConnector: name, region } = this.handlerProps;
    if (name === undefined || Token.isUnresolved(name) || name.includes('/')) return name;
    return `projects/${this.project}/locations/${region}/connectors/${name}`;
  }

  protected lazyTimeoutSeconds(): number {
    return Token.asNumber(Lazy.anyValue({ produce: () => this.jobs.longestDeadlineSeconds() }));
  }

  protected lazyMaxInstances(): number {
    const given = this.handlerProps.maxInstances;
    return given ?? Token.asNumber(Lazy.anyValue({ produce: () => this.jobs.maxInstances() }));
  }

  private makeActAs(account: Account, member: string): ITerraformDependable {
    const id = account === this.invokerAccount ? 'ActAsInvokerAccount' : 'ActAsRuntimeAccount';
    return makeActAs(this, id, { account, member, provider: this.handlerProps.provider });
  }

  private get declaration(): DeclaredService {
    if (this.declared === undefined) throw new Error('assumption failed: the service was declared');
    return this.declared;
  }

  private settingsOf(job: JobBinding): JobSettings {
    return {
      ...job,
      project: job.project ?? this.project,
      logic: logicNameOf(job.logicName, this.logicNames),
    };
  }

  private enableApis(names: readonly string[]): ITerraformDependable[] {
    const { enableApis, secrets, vpcConnector } = this.handlerProps;
    if (enableApis !== true) return [];
    const more = [
      ...(secrets === undefined ? [] : ['secretmanager']),
      ...(vpcConnector === undefined ? [] : ['vpcaccess']),
    ];
    return RequiredApis.forStack(this, this.handlerProps).enable([...new Set([...names, ...more])]);
  }

  private account(id: string, role: string, verb: string, given: string | undefined): Account {
    if (given !== undefined) return givenAccount(given);
    const { project, provider } = this.handlerProps;
    const displayName = `${verb} ${this.node.path}`;
    return newAccount(this, id, { project, provider, role, displayName, dependsOn: this.apiDependencies });
  }

  private tellGrants(): void {
    if (this.grants.mode === 'managed') return;
    const lines = this.grants.required.map((grant) => `\n  - ${describeGrant(grant)}`);
    const text = `grants: 'none': somebody else has to grant${lines.join('')}`;
    Annotations.of(this).addInfo(expressionOf(this, text));
  }

  private unusedFindings(): string[] {
    return this.jobs.count > 0 ? [] : ['handler must be given to at least one job'];
  }
}
