import { dedupedSchedulerJobProblems } from './deduped-scheduler-job-problems';
import type { DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import type { JobBinding } from './handler/handler';
import { type JobTimes, jobTimes } from './job-timing';
import type { Problem } from './problem';
import { DEFAULT_TIME_ZONE } from './scheduler/scheduler-job';

/** Every problem of a job's own props, and its times where there is none. */
export function checkedTimes(props: DedupedSchedulerJobProps): {
  readonly times?: JobTimes;
  readonly problems: Problem[];
} {
  const { times, problems } = jobTimes({ ...props, timeZone: props.timeZone ?? DEFAULT_TIME_ZONE });
  return { times, problems: [...dedupedSchedulerJobProblems(props), ...problems] };
}

/** A job as its handler has to know it. */
export function jobBinding(props: DedupedSchedulerJobProps, jobName: string, times: JobTimes): JobBinding {
  return {
    project: props.project,
    location: props.region,
    jobName,
    logicName: props.logicName,
    attemptDeadlineSeconds: times.attemptDeadline.toSeconds(),
    timeoutSeconds: times.timeoutSeconds,
    leaseSeconds: times.lease.toSeconds(),
    retentionSeconds: times.retention.toSeconds(),
    retryWindowSeconds: times.retryWindowSeconds,
    atMostOnce: times.timing.atMostOnce,
    forcedRuns: props.forcedRuns ?? 'separate',
    missingScheduleTime: props.missingScheduleTime ?? 'reject',
  };
}
