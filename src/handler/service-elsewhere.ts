import { Token } from 'cdktf';
import { Construct } from 'constructs';
import { accountEmailProblems } from '../account-email';
import {
  objectProblems,
  projectProblems,
  requiredProblems,
  shown,
  textProblems,
  unknownProps,
} from '../checks';
import { throwProblems } from '../configuration-error';
import type { Problem } from '../problem';
import type { IDedupStore } from '../store/dedup-store';
import type { HandlerTarget, IHandler, JobBinding } from './handler';
import { invokerProjectProblems } from './handler-problems';

/** A handler that another app made. */
export interface ServiceReference {
  /** The service's base URI, `https://…run.app`, as `handler.uri` tells it there. */
  readonly uri: string;
  /** E-mail of the account that may invoke the service, `handler.invokerAccount.email` there. */
  readonly invokerServiceAccount: string;
  /** The project id of the service. */
  readonly project: string;
  /** The names of the jobs that the service accepts: the other app named them in `handler.acceptJob`. */
  readonly acceptedJobs: readonly string[];
}

const PROP_NAMES = ['uri', 'invokerServiceAccount', 'project', 'acceptedJobs'];

const URI = {
  pattern: /^https:\/\/[^\s/?#]+$/,
  must: 'be the base URI of a service: https, a host, no path',
  fix: "write it as in 'https://handler-123456789.europe-west1.run.app'",
};

/** Gives jobs to a service that is made elsewhere, as far as that service is known to accept them. */
export class ServiceElsewhere extends Construct implements IHandler {
  readonly project: string;
  readonly givenProject: string;
  readonly uri: string;
  readonly invokerEmail: string;
  readonly runtimeEmail: string | undefined = undefined;
  /** The service has its own store, which its app knows. */
  readonly store: IDedupStore | undefined = undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly reference: ServiceReference,
  ) {
    super(scope, id);
    throwProblems(referenceProblems(reference), this.node.path);
    this.project = reference.project;
    this.givenProject = reference.project;
    this.uri = reference.uri;
    this.invokerEmail = reference.invokerServiceAccount;
  }

  bindProblems({ jobName, project, logicName }: JobBinding): Problem[] {
    const { acceptedJobs } = this.reference;
    const problems: Problem[] = [];
    if (Token.isUnresolved(jobName)) {
      const must = 'be a literal, since it is looked up in acceptedJobs at synth';
      problems.push({ prop: 'jobName', must, got: shown(jobName), fix: 'write the name' });
    } else if (!acceptedJobs.includes(jobName)) {
      const must = `be one of the jobs that the service accepts (${acceptedJobs.join(', ')})`;
      const fix = 'let the app of the service accept it with handler.acceptJob, and add it to acceptedJobs';
      problems.push({ prop: 'jobName', must, got: shown(jobName), fix });
    }
    if (project !== undefined && project !== this.project) {
      const must = `be that of the service (${this.project}), which is where its invoker account is`;
      problems.push({ prop: 'project', must, got: shown(project), fix: 'leave it out' });
    }
    if (logicName !== undefined) {
      const must =
        'not be given for a service of another app, which chooses the logic when it accepts the job';
      problems.push({ prop: 'logicName', must, got: shown(logicName), fix: 'remove it' });
    }
    return problems;
  }

  bindJob(): HandlerTarget {
    const { uri, invokerServiceAccount } = this.reference;
    return { uri, invokerEmail: invokerServiceAccount, dependencies: [] };
  }
}

function referenceProblems(reference: ServiceReference): Problem[] {
  const missing = objectProblems('reference', reference);
  if (missing.length > 0) return missing;
  const { uri, invokerServiceAccount, project, acceptedJobs } = reference;
  return [
    ...unknownProps(reference, PROP_NAMES),
    ...requiredProblems('uri', uri, 'write what handler.uri tells in the app of the service'),
    ...textProblems('uri', uri ?? undefined, URI),
    ...requiredProblems('invokerServiceAccount', invokerServiceAccount, 'write its e-mail'),
    ...accountEmailProblems('invokerServiceAccount', invokerServiceAccount ?? undefined),
    ...requiredProblems('project', project, 'write the project id of the service'),
    ...projectProblems('project', project ?? undefined),
    ...invokerProjectProblems(reference),
    ...acceptedProblems(acceptedJobs),
  ];
}

function acceptedProblems(names: readonly string[]): Problem[] {
  if (!Array.isArray(names) || names.length === 0) {
    return [{ prop: 'acceptedJobs', must: 'name at least one job', got: shown(names) }];
  }
  return names
    .filter((name) => typeof name !== 'string' || Token.isUnresolved(name))
    .map((name) => ({
      prop: 'acceptedJobs',
      must: 'be literal names, since jobs are looked up in it at synth',
      got: shown(name),
      fix: 'write the name',
    }));
}
