export type { JobFunction, JobRun, RunLog } from './job-run';
export { PermanentFailure } from './permanent-failure';
