import type { IConstruct } from 'constructs';
import { DedupedSchedulerJob } from '../deduped-scheduler-job';

/**
 * The jobs below a construct, such as a stack, in the order in which they were made.
 *
 * Each tells its resolved values: `timing`, `retryConfig`, `lease`, `handler`, `store`, `schedulerJob`.
 *
 * @example
 * expect(jobsOf(stack).map((job) => job.timing.atMostOnce)).toEqual([false, false]);
 */
export function jobsOf(scope: IConstruct): DedupedSchedulerJob[] {
  return scope.node.findAll().filter((construct) => construct instanceof DedupedSchedulerJob);
}
