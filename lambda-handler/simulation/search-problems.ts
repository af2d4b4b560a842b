import type { Problem } from '../../src/problem';
import type { WholeRange } from '../../src/timing/cloud-scheduler-limits';
import { SEED } from './draw';
import { FAULT_KINDS } from './fault-kinds';
import { jobProblems } from './job-problems';
import { isPromise, must, mustBeList, mustBeObject, mustBeOneOf, mustBeWhole } from './value-checks';

const RUNS: WholeRange = { from: 1, to: 1_000 };
const PLANS: WholeRange = { from: 1, to: 1_000_000 };

/** What is wrong with what a plan is drawn for. */
export function planOptionProblems({ job, runs, faults }: Readonly<Record<string, unknown>>): Problem[] {
  return [
    ...jobProblems(job),
    ...mustBeWhole('runs', runs, RUNS),
    ...mustBeList('faults', faults, (prop, kind) => mustBeOneOf(prop, kind, FAULT_KINDS)),
  ];
}

/** What is wrong with a search, its defaults filled in. */
export function searchProblems(search: unknown): Problem[] {
  return mustBeObject('search', search, (given) => [
    ...planOptionProblems(given),
    ...must(typeof given['subject'] === 'function', 'subject', 'be a function', given['subject']),
  ]);
}

/** What is wrong with how much is to be tried. */
export function effortProblems({ plans, seed }: Readonly<Record<string, unknown>>): Problem[] {
  const problems = [...mustBeWhole('plans', plans, PLANS), ...mustBeWhole('seed', seed, SEED)];
  if (problems.length > 0) return problems;
  const mostPlans = SEED.to - Number(seed) + 1;
  const fix = `lower it to ${mostPlans} or begin at a lower seed`;
  return must(
    Number(plans) <= mostPlans,
    'plans',
    `be at most ${mostPlans}, so that the last seed is ${SEED.to}`,
    plans,
    fix,
  );
}

/** What is wrong with a world that a search was given: a Promise of one has not been waited for. */
export function subjectProblems(subject: unknown): Problem[] {
  const isFunction = (of: Readonly<Record<string, unknown>>, name: string) =>
    must(typeof of[name] === 'function', `subject().${name}`, 'be a function', of[name]);
  return mustBeObject('subject()', subject, (of) => [
    ...isFunction(of, 'logic'),
    ...isFunction(of, 'problems'),
  ]);
}

/** What is wrong with what the world's own check returned. */
export function verdictProblems(verdict: unknown): Problem[] {
  const isList = Array.isArray(verdict) && verdict.every((problem) => typeof problem === 'string');
  const fix = 'check without waiting; what job logic waited for is over';
  return must(
    isList,
    'subject().problems()',
    'return a list of texts',
    verdict,
    isPromise(verdict) ? fix : undefined,
  );
}
