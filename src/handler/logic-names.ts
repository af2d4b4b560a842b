import { shown } from '../checks';
import { JOB_SETTINGS_DEFAULTS } from '../contract/job-settings';
import type { Problem } from '../problem';

/** Whether a handler has the job logic that a job names. A handler that is made elsewhere tells none. */
export function logicNameProblems(
  wanted: string | undefined,
  names: readonly string[] | undefined,
): Problem[] {
  if (wanted !== undefined && (typeof wanted !== 'string' || wanted === '')) {
    return [{ prop: 'logicName', must: 'be the name of a job logic', got: shown(wanted) }];
  }
  if (names === undefined || (wanted !== undefined && names.includes(wanted))) return [];
  const all = names.map((name) => `'${name}'`).join(', ');
  if (wanted !== undefined) {
    return [{ prop: 'logicName', must: `be one of the handler's job logics (${all})`, got: shown(wanted) }];
  }
  if (names.length === 1) return [];
  return [
    { prop: 'logicName', must: `be given: the handler has several job logics (${all})`, got: 'nothing' },
  ];
}

/** The name that the handler knows the logic by. */
export function logicNameOf(wanted: string | undefined, names: readonly string[] | undefined): string {
  return wanted ?? names?.[0] ?? JOB_SETTINGS_DEFAULTS.logic;
}
