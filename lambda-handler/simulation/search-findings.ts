import type { History } from './history';
import { courseOf } from './history-text';

/** What came of one plan. */
export interface Played {
  readonly problems: readonly string[];
  readonly history: History;
}

/** Whether a run was completed, be it one of many. */
export function hasCompleted({ commits }: History): boolean {
  return commits.some(({ kind, status }) => kind === 'finish' && status === 'completed');
}

/** Job logic that waited for what never comes in virtual time. */
export function neverSettledProblems({ executions }: History): string[] {
  const [first, ...more] = executions.filter(({ neverSettles }) => neverSettles);
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` and of ${more.length} more`;
  return [
    `job logic of delivery ${first.delivery}${others} never settled, although nothing of the simulation was left to ` +
      'wait for: a simulation does not wait for real timers, files or networks',
  ];
}

/** The same plan, played again, has taken another course. */
export function divergenceProblems(seed: number, played: Played, again: Played): string[] {
  const isSame =
    courseOf(played.history) === courseOf(again.history) && played.problems.length === again.problems.length;
  if (isSame) return [];
  return [
    `seed ${seed} does not play the same twice: job logic or its world depends on something that is not simulated, ` +
      'such as real time, chance, files, networks, or what an earlier plan has left',
  ];
}

/** No plan completed a run, and a history without faults shows that faults are not to blame. */
export function neverCompletedProblem({ executions }: History): string {
  const [first] = executions;
  const end =
    first === undefined
      ? 'was not called'
      : `${first.end}${first.error === undefined ? '' : ` ${first.error}`}`;
  return `no run was completed, not even one to which nothing happened: its job logic ${end}`;
}
