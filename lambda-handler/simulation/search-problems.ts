import type { Problem } from '../../src/problem';
import type { WholeRange } from '../../src/timing/cloud-scheduler-limits';
import { SEED } from './draw';
import { FAULT_KINDS } from './fault-kinds';
import { jobProblems } from './job-problems';
import {
  isPromise,
  must,
  mustBeList,
  mustBeObject,
  mustBeOneOf,
  mustBeWhole,
  unknownNames,
} from './value-checks';

const RUNS: WholeRange = { from: 1, to: 1_000 };
const PLANS: WholeRange = { from: 1, to: 1_000_000 };

const PLAN_OPTIONS = ['job', 'runs', 'faults'];
const SEARCH_OPTIONS = [...PLAN_OPTIONS, 'subject'];
const EFFORT_OPTIONS = ['plans', 'seed'];

type Parts = Readonly<Record<string, unknown>>;

/** What is wrong with what a plan is drawn from and for, its defaults filled in. */
export function drawProblems(draw: unknown, options: unknown): Problem[] {
  return [
    ...must(typeof draw === 'function', 'draw', 'be a function', draw, 'give seededDraw(1)'),
    ...mustBeObject('options', options, (given) => [
      ...unknownNames(given, PLAN_OPTIONS),
      ...planOptionProblems(given),
    ]),
  ];
}

/** What is wrong with a search, its defaults filled in. */
export function searchProblems(search: unknown): Problem[] {
  return mustBeObject('search', search, (given) => [
    ...unknownNames(given, SEARCH_OPTIONS),
    ...planOptionProblems(given),
    ...noFaultProblems(given),
    ...must(typeof given['subject'] === 'function', 'subject', 'be a function', given['subject']),
  ]);
}

function planOptionProblems({ job, runs, faults }: Parts): Problem[] {
  return [
    ...jobProblems(job),
    ...mustBeWhole('runs', runs, RUNS),
    ...mustBeList('faults', faults, (prop, kind) => mustBeOneOf(prop, kind, FAULT_KINDS)),
  ];
}

/** A single plan may well have none. */
function noFaultProblems({ faults }: Parts): Problem[] {
  const isEmpty = Array.isArray(faults) && faults.length === 0;
  const problem = { prop: 'faults', must: 'hold a kind of fault at least', got: 'an empty list' };
  return isEmpty ? [{ ...problem, fix: 'leave it out for all kinds' }] : [];
}

/** What is wrong with how much is to be tried, its defaults filled in. */
export function effortProblems(effort: unknown): Problem[] {
  return mustBeObject('effort', effort, (given) => [
    ...unknownNames(given, EFFORT_OPTIONS),
    ...seedProblems(given),
  ]);
}

function seedProblems({ plans, seed }: Parts): Problem[] {
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
