import { seededDraw } from './draw';
import { drawPlan, type FaultKind } from './draw-plan';
import type { History } from './history';
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
   * Scheduled runs in each plan, 1 or more.
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
   * How many plans, 1 or more.
   * @default 100
   */
  readonly plans?: number;
  /**
   * Seed of the first plan; each further one has the next number.
   * @default 1
   */
  readonly seed?: number;
}

const RUNS = 30;
const PLANS = 100;

/** Runs job logic under random plans of faults and returns those that it did not withstand. */
export async function searchFaults(
  search: FaultSearch,
  { plans = PLANS, seed = 1 }: SearchEffort = {},
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (let next = seed; next < seed + plans; next += 1) {
    const tried = await replay(search, next);
    if (tried.problems.length > 0) violations.push(tried);
  }
  return violations;
}

/** Runs job logic under the plan of one seed. */
export async function replay(search: FaultSearch, seed: number): Promise<Violation> {
  const { job, runs = RUNS, faults } = search;
  const plan = drawPlan(seededDraw(seed), { job, runs, faults });
  const subject = search.subject();
  const history = await simulate(job, plan, subject);
  return { seed, problems: subject.problems(history), history };
}
