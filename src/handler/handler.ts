import type { ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { JobSettings } from '../contract/job-settings';
import type { Problem } from '../problem';
import type { IDedupStore } from '../store/dedup-store';

/** What a job needs of the handler that it calls. */
export interface HandlerTarget {
  /** The service's base URI, without a trailing slash. The audience of the OIDC token is the same. */
  readonly uri: string;
  /** The account whose OIDC token the job sends; it may invoke this handler. */
  readonly invokerEmail: string;
  /** What must exist before the job calls: the service and the grant to invoke it. */
  readonly dependencies: readonly ITerraformDependable[];
}

/** A job as its handler has to know it. */
export interface JobBinding extends Omit<JobSettings, 'project' | 'logic'> {
  /** @default - the handler's project */
  readonly project?: string;
  /**
   * Which of the handler's job logics does the work.
   *
   * @default - the only one
   */
  readonly logicName?: string;
  /** How long Cloud Scheduler waits for the answer: the service's timeout is the longest of its jobs. */
  readonly attemptDeadlineSeconds: number;
}

/** The service that carries out the claim protocol around the job logic. */
export interface IHandler extends IConstruct {
  /** The id of the project that the handler is in; a token of one of its resources where none was given. */
  readonly project: string;
  /** The project as given, if it was: that of its jobs, where they do not give one. */
  readonly givenProject: string | undefined;
  /** The base URI of the service, and the audience that its callers name. */
  readonly uri: string;
  /** E-mail of the account that the jobs call as. */
  readonly invokerEmail: string;
  /** E-mail of the account that the handler runs as; `undefined` for a service that is made elsewhere. */
  readonly runtimeEmail: string | undefined;
  /** Where the handler records the runs; `undefined` for a service that is made elsewhere. */
  readonly store: IDedupStore | undefined;
  /** What is wrong with giving this job to this handler. Changes nothing. */
  bindProblems(job: JobBinding): Problem[];
  /** Makes the handler accept a job's deliveries, and tells where the job sends them. */
  bindJob(job: JobBinding): HandlerTarget;
}
