import type { ExistingJob } from '../../src/cli/existing-job';
import { parseTimelineArgs } from '../../src/cli/timeline-flags';

/** The job that a line of flags describes; values hold no spaces, a schedule is written with underscores. */
export function jobOfFlags(line: string): ExistingJob {
  const args = line.split(' ').map((word) => word.replaceAll('_', ' '));
  const { request, errors } = parseTimelineArgs(args);
  if (request?.job === undefined) throw new Error(errors.join('\n'));
  return request.job;
}
