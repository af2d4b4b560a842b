import { Fn, Lazy, Token } from 'cdktf';
import { ENVIRONMENT, encodeJobs, encodeStore } from '../contract/environment';
import type { JobSettings } from '../contract/job-settings';
import type { Problem } from '../problem';
import type { IDedupStore } from '../store/dedup-store';
import { textLength } from './text-length';

/** A job that a handler accepts, with what its service has to be sized for. */
export interface HandledJob extends JobSettings {
  readonly attemptDeadlineSeconds: number;
}

/** All environment variables of a function, names included. */
const MAX_ENVIRONMENT_BYTES = 32 * 1024;

const NO_JOBS_BYTES = encodeJobs([]).length;
const COMMA_BYTES = 1;

/** A duplicate finds an instance beside the first attempt, and a job another one beside its neighbours. */
const MIN_MAX_INSTANCES = 4;
const INSTANCES_PER_JOB = 2;

/**
 * The jobs of one handler, and what follows from them for its service.
 *
 * @see https://cloud.google.com/functions/quotas#resource_limits
 */
export class HandlerJobs {
  private readonly jobs: HandledJob[] = [];
  private readonly places = new Set<string>();
  /** What the jobs take of the environment: to write them all for each one more would take its time squared. */
  private jobsBytes = 0;
  private otherBytes: number | undefined;

  /** @param others the variables beside those that the jobs are written to */
  constructor(
    private readonly store: IDedupStore,
    private readonly others: Readonly<Record<string, string>>,
  ) {}

  get count(): number {
    return this.jobs.length;
  }

  add(job: HandledJob): void {
    this.jobsBytes += this.bytesOf(job);
    this.places.add(placeOf(job));
    this.jobs.push(job);
  }

  /** Whether the environment still holds one more job; a text with tokens counts by what they stand for. */
  roomProblems(job: HandledJob): Problem[] {
    this.otherBytes ??= this.bytesWithoutJobs();
    const bytes = this.otherBytes + this.jobsBytes + this.bytesOf(job);
    if (bytes <= MAX_ENVIRONMENT_BYTES) return [];
    const fits = this.jobs.length;
    const fix =
      fits === 0
        ? `shorten environment${ENVIRONMENT.PROXIES in this.others ? ' or the settings of the proxies' : ''}, whose variables count too`
        : `give this job another handler: ${fits} jobs like these fit into one`;
    return [
      {
        prop: 'handler',
        must: `have an environment of at most ${MAX_ENVIRONMENT_BYTES} bytes, names included`,
        got: `${bytes} bytes with ${fits + 1} ${fits === 0 ? 'job' : 'jobs'}`,
        fix,
      },
    ];
  }

  /** Every variable of the handler. Jobs are bound after the service is declared, so they are read at synth. */
  environment(): Record<string, string> {
    return this.environmentWith(Lazy.stringValue({ produce: () => encodeJobs(this.sorted()) }));
  }

  /** Cloud Run gives up on a request later than the job that sent it. */
  longestDeadlineSeconds(): number {
    const deadlines = [...new Set(this.jobs.map((job) => job.attemptDeadlineSeconds))];
    return deadlines.some((deadline) => Token.isUnresolved(deadline))
      ? Token.asNumber(Fn.max(deadlines))
      : Math.max(...deadlines);
  }

  maxInstances(): number {
    return Math.max(MIN_MAX_INSTANCES, INSTANCES_PER_JOB * this.jobs.length);
  }

  /** In an order of their own: a changed text would rebuild the handler for stacks that changed places. */
  private sorted(): HandledJob[] {
    return [...this.jobs].sort((one, other) => (one.jobName < other.jobName ? -1 : 1));
  }

  private environmentWith(jobs: string): Record<string, string> {
    return {
      ...this.others,
      [ENVIRONMENT.JOBS]: jobs,
      [ENVIRONMENT.STORE]: encodeStore(this.store.location),
    };
  }

  private bytesWithoutJobs(): number {
    return Object.entries(this.environmentWith(encodeJobs([]))).reduce(
      (sum, [name, value]) => sum + textLength(name) + textLength(value),
      0,
    );
  }

  /** What one more job adds to the text of the jobs: a place of its own, or an entry in one that is there. */
  private bytesOf(job: JobSettings): number {
    const place = placeOf(job);
    const alone = textLength(encodeJobs([job])) - NO_JOBS_BYTES;
    const shared = this.places.has(place) ? textLength(`${JSON.stringify(place)}:{}`) : 0;
    return alone - shared + (this.jobs.length > 0 ? COMMA_BYTES : 0);
  }
}

/** As {@link encodeJobs} groups the jobs. */
function placeOf({ project, location }: JobSettings): string {
  return `${project}/${location}`;
}
