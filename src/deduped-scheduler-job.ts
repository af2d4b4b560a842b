import { AnnotationMetadataEntryType, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { throwProblems } from './configuration-error';
import type { ForcedRuns, MissingScheduleTime } from './contract/job-settings';
import { propsProblems } from './deduped-scheduler-job-problems';
import type { BoundJobProps, DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import type { Duration } from './duration';
import { CloudRunFunction } from './handler/cloud-run-function';
import type { IHandler, JobBinding } from './handler/handler';
import type { JobLogic } from './handler/job-logic';
import { checkedBinding, checkedTimes, jobBinding } from './job-binding';
import { placeProblems } from './job-place-problems';
import type { JobTimes, JobTiming } from './job-timing';
import type { Lease } from './lease';
import { RequiredApis } from './required-apis';
import { resourceName } from './resource-name';
import type { ResolvedRetryConfig } from './scheduler/retry-config';
import { DEFAULT_TIME_ZONE, SchedulerJob } from './scheduler/scheduler-job';
import { providerPart, stackSingleton } from './stack-singleton';
import type { IDedupStore } from './store/dedup-store';
import { FirestoreStore } from './store/firestore-store';

/**
 * A Cloud Scheduler job that does its work once per scheduled time, with everything that it needs.
 *
 * Cloud Scheduler delivers at least once. The handler claims each run in the store before the job logic
 * starts, so a second delivery finds the claim and does not run; an attempt that crashes leaves a lease, and
 * the retries are spaced so that one of them comes after it.
 *
 * @throws ConfigurationError with every problem of the props at once, before any resource exists
 */
export class DedupedSchedulerJob extends Construct {
  /**
   * What the handler of another app has to know of a job, for `handler.acceptJob` there.
   *
   * Give it the same props as the job itself: both apps then derive the same times. `logicName` belongs here,
   * since the handler's app chooses the logic.
   *
   * @throws ConfigurationError with every problem of the props at once
   */
  static bindingOf(props: BoundJobProps): JobBinding {
    throwProblems(propsProblems(props), 'bindingOf');
    const { times, problems } = checkedBinding(props);
    throwProblems(problems, `the job ${props.jobName}`);
    return jobBinding(props, props.jobName, times as JobTimes);
  }

  /** The Cloud Scheduler job. */
  readonly schedulerJob: SchedulerJob;
  readonly handler: IHandler;
  /** Where the handler records the runs; `undefined` for a handler that is made elsewhere. */
  readonly store: IDedupStore | undefined;
  /** The base URI of the service that the job calls. */
  readonly serviceUri: string;
  /** E-mail of the account that the job calls as. */
  readonly invokerEmail: string;
  /** E-mail of the account that the job logic runs as; `undefined` for a handler that is made elsewhere. */
  readonly runtimeEmail: string | undefined;
  readonly jobName: string;
  readonly schedule: string;
  readonly timeZone: string;
  readonly region: string;
  /** The project id; a token of one of the handler's resources where none was given. */
  readonly project: string;
  readonly attemptDeadline: Duration;
  readonly retryConfig: ResolvedRetryConfig;
  readonly lease: Lease;
  readonly retention: Duration;
  readonly forcedRuns: ForcedRuns;
  readonly missingScheduleTime: MissingScheduleTime;
  /** Everything that was proven about the times, in seconds: plain data to assert on in tests. */
  readonly timing: JobTiming;

  constructor(scope: Construct, id: string, props: DedupedSchedulerJobProps) {
    super(scope, id);
    throwProblems(propsProblems(props), this.node.path);
    this.jobName = props.jobName ?? resourceName(this, { maxLength: 500 });
    this.schedule = props.schedule;
    this.timeZone = props.timeZone ?? DEFAULT_TIME_ZONE;
    this.region = props.region;
    this.forcedRuns = props.forcedRuns ?? 'separate';
    this.missingScheduleTime = props.missingScheduleTime ?? 'reject';

    const { times, problems } = checkedTimes(props);
    const binding = times === undefined ? undefined : jobBinding(props, this.jobName, times);
    const placed = { construct: this, props, jobName: this.jobName, binding };
    throwProblems([...problems, ...placeProblems(placed)], this.node.path);
    this.timing = (times as JobTimes).timing;
    this.attemptDeadline = (times as JobTimes).attemptDeadline;
    this.retryConfig = (times as JobTimes).retryConfig;
    this.lease = (times as JobTimes).lease;
    this.retention = (times as JobTimes).retention;
    annotate(this, this.timing);

    const project = props.project ?? props.handler?.givenProject;
    const apis =
      props.enableApis === true
        ? RequiredApis.forStack(this, { project, provider: props.provider }).enable(['cloudscheduler'])
        : [];
    this.handler = props.handler ?? this.ownHandler(props, binding as JobBinding);
    this.store = this.handler.store;
    this.serviceUri = this.handler.uri;
    this.invokerEmail = this.handler.invokerEmail;
    this.runtimeEmail = this.handler.runtimeEmail;
    this.project = props.project ?? this.handler.project;
    const target = this.handler.bindJob(binding as JobBinding);
    this.schedulerJob = new SchedulerJob(this, 'SchedulerJob', {
      schedule: props.schedule,
      timeZone: this.timeZone,
      region: props.region,
      project: props.project ?? this.handler.givenProject ?? this.projectOfOtherStack(),
      jobName: this.jobName,
      description: props.description,
      paused: props.paused,
      body: props.body,
      headers: props.headers,
      attemptDeadline: this.attemptDeadline,
      retryConfig: this.retryConfig,
      runProject: this.project,
      target: { ...target, dependencies: [...apis, ...target.dependencies] },
      provider: props.provider,
    });
  }

  /** The invoker account is in the handler's project, and the provider of this stack may be of another one. */
  private projectOfOtherStack(): string | undefined {
    return TerraformStack.of(this.handler) === TerraformStack.of(this) ? undefined : this.handler.project;
  }

  private storeOfStack(props: DedupedSchedulerJobProps): FirestoreStore {
    const { region: location, project, provider, enableApis } = props;
    return stackSingleton(
      this,
      'DedupStore',
      [location, project, providerPart(provider)],
      (stack, id) => new FirestoreStore(stack, id, { location, project, provider, enableApis }),
    );
  }

  private ownHandler(props: DedupedSchedulerJobProps, binding: JobBinding): CloudRunFunction {
    const { region, project, provider, environment, secrets, enableApis } = props;
    const logic = props.logic as JobLogic;
    const store = props.store ?? this.storeOfStack(props);
    const handler = new CloudRunFunction(this, 'Handler', {
      region,
      project,
      provider,
      logic,
      store,
      environment,
      secrets,
      enableApis,
    });
    throwProblems(handler.bindProblems(binding), this.node.path);
    return handler;
  }
}

/**
 * Warnings and skipped rules, as the CLI shows them at synth; each once, the rules in one.
 *
 * Without the stack traces that `Annotations` adds: they cost more than the proof, and the path tells the job.
 */
function annotate(job: DedupedSchedulerJob, { warnings, unchecked }: JobTiming): void {
  for (const warning of warnings) job.node.addMetadata(AnnotationMetadataEntryType.WARN, warning);
  if (unchecked.length === 0) return;
  job.node.addMetadata(AnnotationMetadataEntryType.INFO, `not checked: ${unchecked.join('; ')}`);
}
