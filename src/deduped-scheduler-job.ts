import { Construct } from 'constructs';
import { throwProblems } from './configuration-error';
import type { ForcedRuns, MissingScheduleTime } from './contract/job-settings';
import { dedupedSchedulerJobProblems, propsProblems } from './deduped-scheduler-job-problems';
import type { DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import type { Duration } from './duration';
import { CloudRunFunction } from './handler/cloud-run-function';
import type { IHandler } from './handler/handler';
import type { JobLogic } from './handler/job-logic';
import { type JobTimes, jobTimes } from './job-timing';
import type { Lease } from './lease';
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
  /** The Cloud Scheduler job. */
  readonly schedulerJob: SchedulerJob;
  readonly handler: IHandler;
  /** Where the handler records the runs. */
  readonly store: IDedupStore;
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

    const timed = jobTimes({ ...props, timeZone: this.timeZone });
    throwProblems(
      [...dedupedSchedulerJobProblems(this, this.jobName, props), ...timed.problems],
      this.node.path,
    );
    const times = timed.times as JobTimes;
    this.timing = times.timing;
    this.attemptDeadline = times.attemptDeadline;
    this.retryConfig = times.retryConfig;
    this.lease = times.lease;
    this.retention = times.retention;

    this.handler = props.handler ?? this.ownHandler(props);
    this.store = this.handler.store;
    this.project = props.project ?? this.handler.project;
    const target = this.handler.bindJob({
      project: props.project,
      location: props.region,
      jobName: this.jobName,
      attemptDeadlineSeconds: times.attemptDeadline.toSeconds(),
      timeoutSeconds: times.timeoutSeconds,
      leaseSeconds: times.lease.duration.toSeconds(),
      leaseKind: times.lease.kind,
      retentionSeconds: times.retention.toSeconds(),
      retryWindowSeconds: times.retryWindowSeconds,
      atMostOnce: times.timing.atMostOnce,
      forcedRuns: this.forcedRuns,
      missingScheduleTime: this.missingScheduleTime,
    });
    this.schedulerJob = new SchedulerJob(this, 'SchedulerJob', {
      schedule: props.schedule,
      timeZone: this.timeZone,
      region: props.region,
      project: props.project,
      jobName: this.jobName,
      description: props.description,
      paused: props.paused,
      body: props.body,
      headers: props.headers,
      attemptDeadline: this.attemptDeadline,
      retryConfig: this.retryConfig,
      runProject: this.project,
      target,
      provider: props.provider,
    });
  }

  private storeOfStack(props: DedupedSchedulerJobProps): FirestoreStore {
    const { region: location, project, provider } = props;
    return stackSingleton(
      this,
      'DedupStore',
      [location, project],
      (stack, id) => new FirestoreStore(stack, id, { location, project, provider }),
    );
  }

  private ownHandler(props: DedupedSchedulerJobProps): CloudRunFunction {
    const { region, project, provider } = props;
    const logic = props.logic as JobLogic;
    const store = props.store ?? this.storeOfStack(props);
    return new CloudRunFunction(this, 'Handler', { region, project, provider, logic, store });
  }
}
