import { shown } from '../checks';
import { JOB_SETTINGS_DEFAULTS } from '../contract/job-settings';
import type { Problem } from '../problem';
import type { ProxyLogics } from '../proxy/proxy-logic';
import type { JobLogics } from './cloud-run-function-props';
import { JobLogic } from './job-logic';
import { LOGIC_NAME } from './logic-name';

/** The job logics by name; a single one has the name that jobs need not give. */
export function logicsOf(logic: unknown): JobLogics {
  if (logic instanceof JobLogic) return { [JOB_SETTINGS_DEFAULTS.logic]: logic };
  return (logic ?? {}) as JobLogics;
}

/** Those job logics that are built in: all of them or none. */
export function proxiesOf(logics: JobLogics): ProxyLogics {
  return Object.fromEntries(
    Object.entries(logics).flatMap(([name, { source }]) =>
      source.kind === 'proxy' ? [[name, source.proxy]] : [],
    ),
  );
}

/** Every problem of what has to be one job logic or several by name, but those of their code. */
export function logicProblems(prop: string, logic: unknown, fix: string): Problem[] {
  if (logic instanceof JobLogic) return [];
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) {
    const got = logic === undefined ? 'nothing' : shown(logic);
    return [{ prop, must: 'be a JobLogic, or several by name', got, fix }];
  }
  const entries = Object.entries(logic);
  if (entries.length === 0) return [{ prop, must: 'hold at least one JobLogic', got: 'none', fix }];
  const problemsOfEach = entries.flatMap(([name, value]) => {
    const problems: Problem[] = [];
    if (!LOGIC_NAME.pattern.test(name)) {
      problems.push({ prop: `${prop}.${name}`, must: LOGIC_NAME.must, got: shown(name) });
    }
    if (!(value instanceof JobLogic)) {
      problems.push({ prop: `${prop}.${name}`, must: 'be a JobLogic', got: shown(value), fix });
    }
    return problems;
  });
  return problemsOfEach.length > 0 ? problemsOfEach : mixtureProblems(prop, logic as JobLogics);
}

/** What a proxy is granted would be granted to the modules beside it. */
function mixtureProblems(prop: string, logics: JobLogics): Problem[] {
  const proxies = Object.keys(proxiesOf(logics));
  const modules = Object.keys(logics).filter((name) => !proxies.includes(name));
  if (proxies.length === 0 || modules.length === 0) return [];
  const must = 'be either modules or proxies, since both would share what proxies are granted';
  const got = `modules (${modules.join(', ')}) beside proxies (${proxies.join(', ')})`;
  return [{ prop, must, got, fix: 'give the proxies a handler of their own' }];
}
