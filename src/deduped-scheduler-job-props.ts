import type { TerraformProvider } from 'cdktf';
import type { ForcedRuns, MissingScheduleTime } from './contract/job-settings';
import type { Duration } from './duration';
import type { IHandler } from './handler/handler';
import type { JobLogic } from './handler/job-logic';
import type { SecretVersion } from './handler/secret';
import type { Lease } from './lease';
import type { RetryConfig } from './scheduler/retry-config';
import type { IDedupStore } from './store/dedup-store';

/** What the app of a handler has to know of a job that another app makes. */
export interface BoundJobProps
  extends Omit<
    DedupedSchedulerJobProps,
    'logic' | 'store' | 'handler' | 'environment' | 'secrets' | 'enableApis' | 'provider'
  > {
  readonly jobName: string;
}

/** The props of a `DedupedSchedulerJob`. Only the schedule, the region and the work have no default. */
export interface DedupedSchedulerJobProps {
  /**
   * When the job runs: unix-cron, five fields, such as `0 2 * * *`.
   *
   * @see https://cloud.google.com/scheduler/docs/configuring/cron-job-schedules
   */
  readonly schedule: string;
  /**
   * The zone that the schedule is read in, a name of the tz database such as `Europe/Berlin`. Daylight
   * saving doubles or drops local times, so Google advises UTC.
   *
   * @default 'Etc/UTC'
   */
  readonly timeZone?: string;
  /** The region of the job and of what is made for it, such as `europe-west1`. */
  readonly region: string;
  /**
   * The work of the job. It must be given unless `handler` is, which has its own.
   *
   * @default - that of `handler`
   */
  readonly logic?: JobLogic;
  /**
   * Which job logic of a given `handler` does the work.
   *
   * @default - the only one of the handler
   */
  readonly logicName?: string;
  /**
   * The project id, 6 to 30 characters.
   *
   * @default - that of a given handler, or of the provider
   */
  readonly project?: string;
  /**
   * The job's short name, 1 to 500 letters, digits, hyphens and underscores. It is part of what identifies a
   * run: a renamed job is another job.
   *
   * @default - a name from the construct's place in the tree, such as `nightly-invoices-1a2b3c4d`
   */
  readonly jobName?: string;
  /**
   * At most 500 characters.
   *
   * @default - none
   */
  readonly description?: string;
  /**
   * Whether the job is paused. Cloud Scheduler pauses it right after it was made: for a moment it is live.
   *
   * @default false
   */
  readonly paused?: boolean;
  /**
   * How long Cloud Scheduler waits for an attempt, 15 s to 30 min in whole seconds. Longer work must be
   * started and left to run (`JobLogic.workflowExecution`, `cloudRunJob`, `cloudBuildTrigger`). The handler stops
   * the attempt itself a little earlier.
   *
   * @default - 180 s, or less for a schedule too tight for it: the longest that leaves room for a crashed
   * attempt's retry before the next scheduled time. No other prop shortens it
   * @see https://cloud.google.com/scheduler/docs/reference/rest/v1/projects.locations.jobs
   */
  readonly attemptDeadline?: Duration;
  /** @default - five retries, so spaced that a crash of the first attempt is always recovered */
  readonly retryConfig?: RetryConfig;
  /**
   * How long an attempt holds its run: `Lease.fixed`, or `Lease.renewed` for a shorter one that is renewed while
   * the job logic works. A crashed attempt blocks its run until the lease ends.
   *
   * @default - `Lease.fixed`, of `attemptDeadline` and 10 s
   */
  readonly lease?: Lease;
  /**
   * How long a run is remembered, at least until its last retry has ended. A delivery that comes later is
   * refused.
   *
   * @default - one day, or more where the retries take longer
   */
  readonly retention?: Duration;
  /**
   * Why a run may be lost whose first attempt crashes: a text for whoever reads the stack later. The job is
   * then made although no retry comes between the lease and the next scheduled time, with a warning that
   * quotes the reason. Every other rule still holds.
   *
   * @default - none: a job that loses crashes is refused
   */
  readonly acceptLostCrashes?: string;
  /**
   * What happens when a person forces a run (`gcloud scheduler jobs run`), which carries the next scheduled
   * time: `separate` runs it beside the scheduled one, `consume-next` runs it instead, `reject` refuses it.
   *
   * @default 'separate'
   */
  readonly forcedRuns?: ForcedRuns;
  /**
   * What happens to a delivery without a scheduled time: `reject` answers 400, `run-undeduplicated` runs it
   * with a warning in the log.
   *
   * @default 'reject'
   */
  readonly missingScheduleTime?: MissingScheduleTime;
  /**
   * The body of the request, at most 1,000,000 bytes. It is sent as `application/json` where it is JSON and
   * as `text/plain` where it is not, unless `headers` name a `Content-Type`.
   *
   * @default - none
   */
  readonly body?: string;
  /**
   * Headers of the request, less than 80 KB in all. Names that Cloud Scheduler or the handler own are
   * refused.
   *
   * @default - none but those that identify the run
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Environment variables for the job logic, in a handler of its own.
   *
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Environment variables that hold secrets, in a handler of its own, which is granted access to just these.
   *
   * @default - none
   */
  readonly secrets?: Readonly<Record<string, SecretVersion>>;
  /**
   * Where the runs are recorded. Not given where `handler` is, which has its own.
   *
   * @default - one database per stack and region, shared by its jobs
   */
  readonly store?: IDedupStore;
  /**
   * The handler that the job calls, where several jobs share one.
   *
   * @default - one of its own, so that a change of its logic rebuilds nothing else
   */
  readonly handler?: IHandler;
  /**
   * Enables the APIs that the job and what is made for it need. They stay enabled when the stack goes.
   *
   * @default false
   */
  readonly enableApis?: boolean;
  /** @default - the provider of the stack */
  readonly provider?: TerraformProvider;
}
