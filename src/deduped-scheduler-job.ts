import { Construct } from 'constructs';
import { throwProblems } from './configuration-error';
import type { ForcedRuns, MissingScheduleTime } from './contract/job-settings';
import { propsProblems } from './deduped-scheduler-job-problems';
import type { DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import type { Duration } from './duration';
import { CloudRunFunction } from './handler/cloud-run-function';
import type { IHandler, JobBinding } from './handler/handler';
import type { JobLogic } from './handler/job-logic';
import { checkedTimes, jobBinding } from './job-binding';
import type { JobTimes } from './job-timing';
import { registerName } from './name-registry';
import type { Problem } from './problem';
import { RequiredApis } from './required-apis';
import { resourceName } from './resource-name';
import type { ResolvedRetryConfig } from './scheduler/retry-config';
import { DEFAULT_TIME_ZONE, SchedulerJob } from './scheduler/scheduler-job';
import { stackSingleton } from './stack-singleton';
import type { IDedupStore } from './store/dedup-store';
import { FirestoreStore } from './store/firestore-store';
import type { Timing } from './timing/derive-timing';

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
   * Give it the same props as the job itself: both apps then derive the same times.
   *
   * @throws ConfigurationError with every problem of the props at once
   */
  static bindingOf(props: DedupedSchedulerJobProps & { readonly jobName: string }): JobBinding {
    const { times, problems } = checkedTimes(props);
    throwProblems(problems, props.jobName);
    return jobBinding(props, props.jobName, times as JobTimes);
  }

  /** The Cloud Scheduler job. */
  readonly schedulerJob: SchedulerJob;
  readonly handler: IHandler;
  /** Where the handler records the runs; `undefined` for a handler that is made elsewhere. */
  readonly store: IDedupStore | undefined;
  readonly jobName: string;
  readonly schedule: string;
  readonly timeZone: string;
  readonly region: string;
  /** The project id; a token of one of the handler's resources where none was given. */
  readonly project: string;
  readonly attemptDeadline: Duration;
  readonly retryConfig: ResolvedRetryConfig;
  readonly lease: Duration;
  readonly retention: Duration;
  readonly forcedRuns: ForcedRuns;
  readonly missingScheduleTime: MissingScheduleTime;
  /** Everything that was proven about the times, in seconds. */
  readonly timing: Timing;

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
    throwProblems([...problems, ...this.placeProblems(props, times)], this.node.path);
    this.timing = (times as JobTimes).timing;
    this.attemptDeadline = (times as JobTimes).attemptDeadline;
    this.retryConfig = (times as JobTimes).retryConfig;
    this.lease = (times as JobTimes).lease;
    this.retention = (times as JobTimes).retention;

    const apis =
      props.enableApis === true ? RequiredApis.forStack(this, props).enable(['cloudscheduler']) : [];
    this.handler = props.handler ?? this.ownHandler(props);
    this.store = this.handler.store;
    this.project = props.project ?? this.handler.project;
    const target = this.handler.bindJob(jobBinding(props, this.jobName, times as JobTimes));
    this.schedulerJob = new SchedulerJob(this, 'SchedulerJob', {
      schedule: props.schedule,
      timeZone: this.timeZone,
      region: props.region,
      project: props.project ?? this.handler.givenProject,
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

  /** What is wrong between this job and others: those of its name, and those of its handler. */
  private placeProblems(props: DedupedSchedulerJobProps, times: JobTimes | undefined): Problem[] {
    const { project, region, handler } = props;
    const named = { kind: 'job', prop: 'jobName', name: this.jobName, project, location: region };
    const canBind = times !== undefined && typeof handler?.bindProblems === 'function';
    return [
      ...registerName(this, named),
      ...(canBind ? handler.bindProblems(jobBinding(props, this.jobName, times)) : []),
    ];
  }

  private storeOfStack(props: DedupedSchedulerJobProps): FirestoreStore {
    const { region: location, project, provider, enableApis } = props;
    return stackSingleton(
      this,
      'DedupStore',
      [location, project],
      (stack, id) => new FirestoreStore(stack, id, { location, project, provider, enableApis }),
    );
  }

  private ownHandler(props: DedupedSchedulerJobProps): CloudRunFunction {
    const { region, project, provider, environment, secrets, enableApis } = props;
    const logic = props.logic as JobLogic;
    const store = props.store ?? this.storeOfStack(props);
    return new CloudRunFunction(this, 'Handler', {
      region,
      project,
      provider,
      logic,
      store,
      environment,
      secrets,
      enableApis,
    });
  }
}
