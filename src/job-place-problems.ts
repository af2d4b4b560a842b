import { TerraformStack, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { shown } from './checks';
import type { DedupedSchedulerJobProps } from './deduped-scheduler-job-props';
import { expressionOf } from './expression-of';
import type { IHandler, JobBinding } from './handler/handler';
import { registerName } from './name-registry';
import type { Problem } from './problem';

/** A job among others. */
export interface PlacedJob {
  readonly construct: Construct;
  readonly props: DedupedSchedulerJobProps;
  readonly jobName: string;
  /** `undefined` where the job's own props have problems already. */
  readonly binding: JobBinding | undefined;
}

/** What is wrong between a job and others: those of its name, and those of its handler. */
export function placeProblems({ construct, props, jobName: name, binding }: PlacedJob): Problem[] {
  const { region: location, provider } = props;
  const handler = typeof props.handler?.bindProblems === 'function' ? props.handler : undefined;
  const project = props.project ?? handler?.givenProject;
  const named = { prop: 'jobName', name, project, provider, location };
  const taken = registerName(construct, { ...named, kind: 'job' });
  return [
    ...taken,
    // A handler of another app has accepted the job there.
    ...(taken.length > 0 || (handler !== undefined && handler.store === undefined)
      ? []
      : registerName(construct, { ...named, kind: 'accepted job' })),
    ...(handler === undefined || binding === undefined
      ? []
      : [...literalProblems(construct, handler, binding), ...handler.bindProblems(binding)]),
  ];
}

/**
 * A handler's environment names its jobs. A value that only the job's stack can tell would make the handler's
 * stack depend on the job's, which depends on the handler's.
 */
function literalProblems(construct: Construct, handler: IHandler, binding: JobBinding): Problem[] {
  const stack = TerraformStack.of(handler);
  if (stack === TerraformStack.of(construct)) return [];
  const { project, location, jobName, attemptDeadlineSeconds, leaseSeconds, retentionSeconds } = binding;
  const isHandlers =
    project !== undefined && expressionOf(handler, project) === expressionOf(handler, handler.project);
  const values = {
    project: isHandlers ? undefined : project,
    region: location,
    jobName,
    attemptDeadline: attemptDeadlineSeconds,
    lease: Token.isUnresolved(attemptDeadlineSeconds) ? undefined : leaseSeconds,
    retention: retentionSeconds,
  };
  return Object.entries(values)
    .filter(([, value]) => Token.isUnresolved(value))
    .map(([prop, value]) => ({
      prop,
      must: `be a literal for a handler of another stack (${stack.node.path}), whose environment holds it`,
      got: shown(value),
      fix: 'write the value, or make the handler in this stack',
    }));
}
