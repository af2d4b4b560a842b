import { accountEmailProblems } from '../account-email';
import { objectProblems, textProblems, unknownProps } from '../checks';
import { ConfigurationError } from '../configuration-error';
import type { Problem } from '../problem';
import type { CloudRunFunctionProps } from './cloud-run-function-props';
import { type HandlerArchive, handlerArchive } from './handler-archive';
import { handlerProblems, projectOfAccountsProblems } from './handler-problems';
import { HANDLER_PROP_NAMES } from './handler-props';
import { logicProblems, logicsOf } from './job-logics';

/** The names of its props, for the check of those that a JavaScript caller misspells. */
export const CLOUD_RUN_FUNCTION_PROP_NAMES: readonly string[] = [
  ...HANDLER_PROP_NAMES,
  ...['logic', 'sourceBucket', 'buildServiceAccount'],
];

const BUCKET = {
  pattern: /^[a-z0-9][-_.a-z0-9]{1,61}[a-z0-9]$/,
  must: 'be the name of a bucket, without gs://',
};

const FIX = "write JobLogic.fromFile(path.join(__dirname, 'job.ts'))";

/** What came of the checks: every problem, and the archive where the job logic's code has none. */
export interface CheckedFunction {
  readonly problems: readonly Problem[];
  readonly archive?: HandlerArchive;
}

/** Checks the props of a function and bundles its job logic, whose problems are listed with all others. */
export function checkCloudRunFunction(props: CloudRunFunctionProps): CheckedFunction {
  const missing = objectProblems('props', props, 'give region, logic and store');
  if (missing.length > 0) return { problems: missing };
  const problems = [
    ...unknownProps(props, CLOUD_RUN_FUNCTION_PROP_NAMES),
    ...handlerProblems(props),
    ...projectOfAccountsProblems(props, [
      props.serviceAccount,
      props.invokerServiceAccount,
      props.buildServiceAccount,
    ]),
    ...textProblems('sourceBucket', props.sourceBucket, BUCKET),
    ...accountEmailProblems('buildServiceAccount', props.buildServiceAccount),
  ];
  const checked = checkLogics(props.logic);
  return { ...checked, problems: [...problems, ...checked.problems] };
}

/** Checks and bundles the job logic of a handler. */
export function checkLogics(logic: unknown): CheckedFunction {
  const problems = logicProblems('logic', logic, FIX);
  if (problems.length > 0) return { problems };
  try {
    return { archive: handlerArchive(logicsOf(logic)), problems: [] };
  } catch (error) {
    if (ConfigurationError.is(error)) return { problems: error.problems };
    throw error;
  }
}
