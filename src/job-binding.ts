import { requiredProblems } from './checks';
import { boundJobProblems, dedupedSchedulerJobProblems } from './deduped-scheduler-job-problems';
import type { BoundJobProps, DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import type { JobBinding } from './handler/handler';
import type * as Proof from './job-timing';
import type { JobTimes } from './job-timing';
import type { Problem } from './problem';
import { DEFAULT_TIME_ZONE } from './scheduler/scheduler-job';

/** What a job and one that is only bound have in common. */
type JobIdentityProps = Omit<BoundJobProps, 'jobName'>;

/** Every problem of a job's props, and its times where there is none among those of the times. */
interface CheckedTimes {
  readonly times?: JobTimes;
  readonly problems: Problem[];
}

/** Checks a job with all that it is made of. */
export function checkedTimes(props: DedupedSchedulerJobProps): CheckedTimes {
  return withTimes(props, dedupedSchedulerJobProblems(props));
}

/** Checks what a handler has to know of a job that is made elsewhere. */
export function checkedBinding(props: BoundJobProps): CheckedTimes {
  const fix = 'write the name that the job has in its app';
  return withTimes(props, [...requiredProblems('jobName', props.jobName, fix), ...boundJobProblems(props)]);
}

function withTimes(props: JobIdentityProps, others: Problem[]): CheckedTimes {
  // A third of this library: not for apps that only share a store or a handler with the jobs of others.
  const { jobTimes } = require('./job-timing') as typeof Proof;
  const { times, problems } = jobTimes({ ...props, timeZone: props.timeZone ?? DEFAULT_TIME_ZONE });
  return { times, problems: [...others, ...problems] };
}

/** A job as its handler has to know it. */
export function jobBinding(props: JobIdentityProps, jobName: string, times: JobTimes): JobBinding {
  return {
    project: props.project,
    location: props.region,
    jobName,
    logicName: props.logicName,
    attemptDeadlineSeconds: times.attemptDeadline.toSeconds(),
    timeoutSeconds: times.timeoutSeconds,
    leaseSeconds: times.lease.duration.toSeconds(),
    leaseKind: times.lease.kind,
    retentionSeconds: times.retention.toSeconds(),
    retryWindowSeconds: times.retryWindowSeconds,
    atMostOnce: times.timing.atMostOnce,
    forcedRuns: props.forcedRuns ?? 'separate',
    missingScheduleTime: props.missingScheduleTime ?? 'reject',
  };
}
