import { TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { expressionOf } from './expression-of';
import type { Problem } from './problem';

/** What Cloud Scheduler tells two jobs apart by. */
export interface JobKey {
  /** The project as given; jobs that leave it open share their stack's. */
  readonly project: string | undefined;
  readonly region: string;
  readonly jobName: string;
}

const jobsOfApp = new WeakMap<IConstruct, Map<string, string>>();

/**
 * Enters a job into its app's register, or says which job has its key already: both would claim the same
 * runs, and each would take the other's for its own.
 */
export function registerJob(construct: IConstruct, key: JobKey): Problem[] {
  const jobs = jobsOfApp.get(construct.node.root) ?? new Map<string, string>();
  jobsOfApp.set(construct.node.root, jobs);
  const text = keyText(construct, key);
  const other = jobs.get(text);
  if (other === undefined) {
    jobs.set(text, construct.node.path);
    return [];
  }
  const must = `differ from that of ${other}, which is in the same project and region`;
  return [
    {
      prop: 'jobName',
      must,
      got: `'${key.jobName}'`,
      fix: 'leave it out for a name from the place of the construct',
    },
  ];
}

function keyText(construct: IConstruct, key: JobKey): string {
  const stack = TerraformStack.of(construct);
  const project = key.project ?? `the provider of ${stack.node.path}`;
  const parts = [project, key.region, key.jobName].map((part) =>
    Token.isUnresolved(part) ? `${stack.node.path} ${expressionOf(stack, part)}` : part,
  );
  return JSON.stringify(parts);
}
