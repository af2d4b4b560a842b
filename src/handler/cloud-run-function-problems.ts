import { objectProblems, shown, textProblems, unknownProps } from '../checks';
import { ConfigurationError } from '../configuration-error';
import { JOB_SETTINGS_DEFAULTS } from '../contract/job-settings';
import type { Problem } from '../problem';
import type { CloudRunFunctionProps, JobLogics } from './cloud-run-function-props';
import { type HandlerArchive, handlerArchive } from './handler-archive';
import { EMAIL_RULE, handlerProblems, projectOfAccountsProblems } from './handler-problems';
import { HANDLER_PROP_NAMES } from './handler-props';
import { JobLogic } from './job-logic';
import { LOGIC_NAME } from './logic-name';

const PROP_NAMES = [...HANDLER_PROP_NAMES, 'logic', 'sourceBucket', 'buildServiceAccount'];

const BUCKET = {
  pattern: /^[a-z0-9][-_.a-z0-9]{1,61}[a-z0-9]$/,
  must: 'be the name of a bucket, without gs://',
};

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
    ...unknownProps(props, PROP_NAMES),
    ...handlerProblems(props),
    ...projectOfAccountsProblems(props, [
      props.serviceAccount,
      props.invokerServiceAccount,
      props.buildServiceAccount,
    ]),
    ...textProblems('sourceBucket', props.sourceBucket, BUCKET),
    ...textProblems('buildServiceAccount', props.buildServiceAccount, EMAIL_RULE),
  ];
  const checked = checkLogics(props.logic);
  return { ...checked, problems: [...problems, ...checked.problems] };
}

/** Checks and bundles the job logic of a handler. */
export function checkLogics(logic: unknown): CheckedFunction {
  const problems = logicProblems(logic);
  if (problems.length > 0) return { problems };
  try {
    return { archive: handlerArchive(logicsOf(logic)), problems: [] };
  } catch (error) {
    if (ConfigurationError.is(error)) return { problems: error.problems };
    throw error;
  }
}

/** The job logics by name; a single one has the name that jobs need not give. */
export function logicsOf(logic: unknown): JobLogics {
  if (logic instanceof JobLogic) return { [JOB_SETTINGS_DEFAULTS.logic]: logic };
  return (logic ?? {}) as JobLogics;
}

function logicProblems(logic: unknown): Problem[] {
  if (logic instanceof JobLogic) return [];
  const fix = "write JobLogic.fromFile(path.join(__dirname, 'job.ts'))";
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) {
    const got = logic === undefined ? 'nothing' : shown(logic);
    return [{ prop: 'logic', must: 'be a JobLogic, or several by name', got, fix }];
  }
  const entries = Object.entries(logic);
  if (entries.length === 0) return [{ prop: 'logic', must: 'hold at least one JobLogic', got: 'none', fix }];
  return entries.flatMap(([name, value]) => {
    const problems: Problem[] = [];
    if (!LOGIC_NAME.pattern.test(name)) {
      problems.push({ prop: `logic.${name}`, must: LOGIC_NAME.must, got: shown(name) });
    }
    if (!(value instanceof JobLogic)) {
      problems.push({ prop: `logic.${name}`, must: 'be a JobLogic', got: shown(value), fix });
    }
    return problems;
  });
}
