import { throwProblems } from '../../src/configuration-error';
import { seededDraw } from './draw';
import { drawPlan } from './draw-plan';
import { FAULT_KINDS, type FaultKind } from './fault-kinds';
import type { History } from './history';
import { effortProblems, searchProblems, subjectProblems, verdictProblems } from './search-problems';
import { type Subject, simulate } from './simulate';
import type { SimulatedJob } from './simulated-job';

/** Job logic with what must hold of the world once it has run. */
export interface CheckedSubject extends Subject {
  /** What is wrong with the world after all runs, a sentence for each; empty when nothing is. */
  problems(history: History): readonly string[];
}

/** What to try on job logic. */
export interface FaultSearch {
  readonly job: SimulatedJob;
  /** Makes a fresh world; called for each plan. */
  subject(): CheckedSubject;
  /**
   * Scheduled runs in each plan, 1 to 1000.
   * @default 30
   */
  readonly runs?: number;
  /** @default - all kinds */
  readonly faults?: readonly FaultKind[];
}

/** A plan under which something went wrong. */
export interface Violation {
  /** Give it to {@link replay} to see the same again. */
  readonly seed: number;
  readonly problems: readonly string[];
  readonly history: History;
}

/** How much to try. */
export interface SearchEffort {
  /**
   * How many plans, 1 to 1000000.
   * @default 100
   */
  readonly plans?: number;
  /**
   * Seed of the first plan, 0 to 4294967295; each further one has the next number.
   * @default 1
   */
  readonly seed?: number;
}

const RUNS = 30;
const PLANS = 100;

/**
 * Runs job logic under random plans of faults and returns those that it did not withstand.
 *
 * @throws ConfigurationError with everything that is wrong with the search, before anything runs
 */
export async function searchFaults(
  search: FaultSearch,
  { plans = PLANS, seed = 1 }: SearchEffort = {},
): Promise<readonly Violation[]> {
  const problems = [...searchProblems(withDefaults(search)), ...effortProblems({ plans, seed })];
  throwProblems(problems, 'searchFaults');
  const violations: Violation[] = [];
  for (let next = seed; next < seed + plans; next += 1) {
    const tried = await play(search, next);
    if (tried.problems.length > 0) violations.push(tried);
  }
  return violations;
}

/**
 * Runs job logic under the plan of one seed.
 *
 * @param seed a whole number from 0 to 4294967295
 * @throws ConfigurationError with everything that is wrong with the search or the seed
 */
export async function replay(search: FaultSearch, seed: number): Promise<Violation> {
  throwProblems([...searchProblems(withDefaults(search)), ...effortProblems({ plans: 1, seed })], 'replay');
  return play(search, seed);
}

async function play(search: FaultSearch, seed: number): Promise<Violation> {
  const { job, runs, faults } = withDefaults(search);
  const plan = drawPlan(seededDraw(seed), { job, runs, faults });
  const subject = search.subject();
  throwProblems(subjectProblems(subject), 'searchFaults');
  const history = await simulate(job, plan, subject);
  const problems = subject.problems(history);
  throwProblems(verdictProblems(problems), 'searchFaults');
  return { seed, problems, history };
}

function withDefaults(search: FaultSearch): FaultSearch & Required<Pick<FaultSearch, 'runs' | 'faults'>> {
  return { ...search, runs: search?.runs ?? RUNS, faults: search?.faults ?? FAULT_KINDS };
}
