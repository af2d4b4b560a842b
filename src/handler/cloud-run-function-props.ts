import type { HandlerProps } from './handler-props';
import type { JobLogic } from './job-logic';

/** The job logics of one handler, by the names that jobs give in `logicName`. */
export type JobLogics = Readonly<Record<string, JobLogic>>;

/** The props of a `CloudRunFunction`. */
export interface CloudRunFunctionProps extends HandlerProps {
  /** The work of the jobs that call this handler: one, or several by name, in one build. */
  readonly logic: JobLogic | JobLogics;
  /**
   * The name of an existing bucket for the archive.
   *
   * @default - one bucket per stack and region, shared by its handlers
   */
  readonly sourceBucket?: string;
  /**
   * E-mail of an existing account to build under, which has been granted `roles/run.builder`.
   *
   * @default - one account per stack, shared by its handlers
   */
  readonly buildServiceAccount?: string;
}
