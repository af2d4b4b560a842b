import { throwProblems } from '../../src/configuration-error';
import { listedDraw, seededDraw } from './draw';
import { drawPlan } from './draw-plan';
import { FAULT_KINDS, type FaultKind } from './fault-kinds';
import type { FaultPlan } from './fault-plan';
import type { History } from './history';
import {
  divergenceProblems,
  hasCompleted,
  neverCompletedProblem,
  neverSettledProblems,
  type Played,
} from './search-findings';
import { effortProblems, searchProblems, subjectProblems, verdictProblems } from './search-problems';
import { type Subject, simulate } from './simulate';
import type { SimulatedJob } from './simulated-job';
import { filled } from './value-checks';

/** Job logic with what must hold of the world once it has run. */
export interface CheckedSubject extends Subject {
  /**
   * What is wrong with the world after all runs, a sentence for each; empty when nothing is. Returned at once.
   *
   * Effects are counted by `run.token(step)`, or by `runId` and `generation` of the executions: a person who presses
   * again after the retry window starts another run under the same `runId`, which may complete, too.
   */
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
  /**
   * One kind at least.
   * @default - all kinds
   */
  readonly faults?: readonly FaultKind[];
}

/** A plan under which something went wrong. */
export interface Violation {
  /**
   * Give it to {@link replay} to see the same again. Where no run was ever completed, which takes a whole search to
   * tell, it is the search's first seed, and the history is that of a run to which nothing happens.
   */
  readonly seed: number;
  /**
   * What the world's own check found. After it, a sentence each where job logic waited for something outside
   * virtual time, where the seed does not play the same twice, and where no plan completed any run.
   */
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

const SEARCH_DEFAULTS = { runs: 30, faults: FAULT_KINDS };
const EFFORT_DEFAULTS = { plans: 100, seed: 1 };

/**
 * Runs job logic under random plans of faults and returns those that it did not withstand.
 *
 * The first plan and each that is returned are played twice, to see that they play the same. A search in which no
 * run was ever completed has tried nothing, and returns that.
 *
 * @throws ConfigurationError with everything that is wrong with the search, before anything runs
 */
export async function searchFaults(
  search: FaultSearch,
  effort: SearchEffort = {},
): Promise<readonly Violation[]> {
  const given = filled(effort, EFFORT_DEFAULTS);
  const problems = [...searchProblems(filled(search, SEARCH_DEFAULTS)), ...effortProblems(given)];
  throwProblems(problems, 'searchFaults');
  const { plans, seed } = given;
  const violations: Violation[] = [];
  let completes = false;
  for (let next = seed; next < seed + plans; next += 1) {
    const played = await play(search, next);
    completes ||= hasCompleted(played.history);
    const isPlayedAgain = next === seed || played.problems.length > 0;
    const divergence = isPlayedAgain ? divergenceProblems(next, played, await play(search, next)) : [];
    const found = [...played.problems, ...divergence];
    if (found.length > 0) violations.push({ ...played, problems: found });
  }
  return completes ? violations : withNeverCompleted(search, seed, violations);
}

/**
 * Runs job logic under the plan of one seed.
 *
 * @param seed a whole number from 0 to 4294967295
 * @throws ConfigurationError with everything that is wrong with the search or the seed
 */
export async function replay(search: FaultSearch, seed: number): Promise<Violation> {
  const problems = searchProblems(filled(search, SEARCH_DEFAULTS));
  throwProblems([...problems, ...effortProblems({ plans: 1, seed })], 'replay');
  return play(search, seed);
}

/** Where faults have kept every run from being completed, however few runs there were, nothing is added. */
async function withNeverCompleted(
  search: FaultSearch,
  seed: number,
  violations: readonly Violation[],
): Promise<readonly Violation[]> {
  const faultless = await playPlan(search, drawPlan(listedDraw([]), { job: search.job, runs: 1 }));
  if (hasCompleted(faultless.history)) return violations;
  const problem = neverCompletedProblem(faultless.history);
  return [{ seed, problems: [problem], history: faultless.history }, ...violations];
}

async function play(search: FaultSearch, seed: number): Promise<Violation> {
  const { job, runs, faults } = filled(search, SEARCH_DEFAULTS);
  return { seed, ...(await playPlan(search, drawPlan(seededDraw(seed), { job, runs, faults }))) };
}

async function playPlan(search: FaultSearch, plan: FaultPlan): Promise<Played> {
  const subject = search.subject();
  throwProblems(subjectProblems(subject), 'searchFaults');
  const history = await simulate(search.job, plan, subject);
  const problems = subject.problems(history);
  throwProblems(verdictProblems(problems), 'searchFaults');
  return { problems: [...problems, ...neverSettledProblems(history)], history };
}
