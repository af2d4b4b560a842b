import { regionProblems, requiredProblems, textProblems } from '../checks';
import { type CloudRunJobOverrides, IDEMPOTENCY_KEY } from '../contract/proxies';
import type { Problem } from '../problem';
import { overrideProblems, type RunJobOverrides, VARIABLE } from './cloud-run-job-overrides';
import type { ProxyLogic } from './proxy-logic';
import { checkProps, literalNameProblems, type StartingProps, startingProblems } from './proxy-props';
import { takenNameProblems } from './token-name-problems';

/** What `JobLogic.cloudRunJob` takes. */
export interface CloudRunJobProps extends StartingProps {
  /** The job's short name, 1 to 63 lower-case letters, digits and hyphens, first a letter, last no hyphen. */
  readonly job: string;
  /** The region of the job, such as `europe-west1`. */
  readonly location: string;
  /**
   * What this execution has other than the job says.
   *
   * @default - nothing but the token
   */
  readonly overrides?: RunJobOverrides;
  /**
   * The environment variable that the run's token is put into, in each container of `overrides`, or in the job's only
   * one where they name none: letters, digits and underscores, first no digit.
   *
   * @default 'IDEMPOTENCY_KEY'
   */
  readonly tokenVariable?: string;
}

const PROP_NAMES = ['job', 'location', 'overrides', 'tokenVariable'];

/** @see https://cloud.google.com/run/docs/create-jobs */
const JOB = {
  pattern: /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  must: 'be the short name of a job: 1 to 63 lower-case letters, digits and hyphens, first a letter',
  fix: 'write the name without project and location',
};

/** Job logic that starts an execution of a Cloud Run job. */
export function cloudRunJob(props: CloudRunJobProps): ProxyLogic {
  checkProps('JobLogic.cloudRunJob', props, cloudRunJobProblems);
  const { project, endpoint, location, job } = props;
  return {
    settings: {
      kind: 'cloud-run-job',
      project,
      endpoint,
      location,
      waits: props.waitForCompletion ?? false,
      job,
      overrides: overridesOf(props.overrides),
      tokenVariable: props.tokenVariable ?? IDEMPOTENCY_KEY.VARIABLE,
    },
    access: [{ on: 'job', project, location, job }],
    apis: ['run'],
  };
}

function cloudRunJobProblems(props: CloudRunJobProps): Problem[] {
  const { job, location, overrides, tokenVariable } = props;
  const problems = overrideProblems(overrides);
  const variables = problems.length > 0 ? [] : (overrides?.containerOverrides ?? []);
  return [
    ...startingProblems(props, PROP_NAMES),
    ...requiredProblems('job', job, 'write the short name of the job'),
    ...textProblems('job', job ?? undefined, JOB),
    ...requiredProblems('location', location, "write location: 'europe-west1' or the region of the job"),
    ...regionProblems('location', location ?? undefined),
    ...problems,
    ...literalNameProblems('tokenVariable', tokenVariable, VARIABLE),
    ...takenNameProblems({
      prop: 'tokenVariable',
      name: tokenVariable ?? IDEMPOTENCY_KEY.VARIABLE,
      among: 'overrides',
      taken: variables.flatMap(({ env }) => Object.keys(env ?? {})),
    }),
  ];
}

/** As the API writes it. */
function overridesOf(overrides: RunJobOverrides | undefined): CloudRunJobOverrides {
  return {
    containerOverrides: overrides?.containerOverrides?.map(({ env, ...rest }) => ({
      ...rest,
      env: env && Object.entries(env).map(([name, value]) => ({ name, value })),
    })),
    taskCount: overrides?.taskCount,
    timeout: overrides?.timeout?.toString(),
  };
}
