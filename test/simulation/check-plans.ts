import fc from 'fast-check';
import { FAULT_CASES, type FaultCase, play } from './fault-case';
import { PROPERTIES } from './properties';
import { playRecovery, RECOVERY_CASES, recoveryProblems } from './recovery-case';
import { RunView } from './run-view';

/** What came of many plans. */
export interface PlansChecked {
  readonly plans: number;
  /** Properties that do not hold under the smallest plan that was found, each with what broke it. */
  readonly problems: readonly string[];
  /** That plan and its history, for people. */
  readonly counterexample?: string;
}

/** How many plans, and where the random numbers begin. */
export interface Effort {
  readonly plans: number;
  readonly seed: number;
  /** Looks for the smallest plan that breaks a property, which takes longer. */
  readonly shrinks: boolean;
}

/** Of so many plans, one is about a first attempt that crashes. */
const RECOVERY_SHARE = 10;

/** Plays a case and names the properties that do not hold. */
export async function brokenProperties(one: FaultCase): Promise<string[]> {
  const view = new RunView(one.job, one.plan.storeAheadMs, await play(one));
  return PROPERTIES.flatMap(({ name, problems }) => {
    const found = problems(view);
    return found.length === 0 ? [] : [`${name}: ${found.join('; ')}`];
  });
}

/** Checks every property under random fault plans, up to the first that breaks one. */
export async function checkPlans({ plans, ...effort }: Effort): Promise<PlansChecked> {
  const recoveries = Math.ceil(plans / RECOVERY_SHARE);
  const general = await check(FAULT_CASES, brokenProperties, play, {
    ...effort,
    plans: plans - recoveries,
  });
  if (general.problems.length > 0) return general;
  const recovery = await check(RECOVERY_CASES, recoveryProblems, playRecovery, {
    ...effort,
    plans: recoveries,
  });
  return { ...recovery, plans: general.plans + recovery.plans };
}

async function check<Case>(
  cases: fc.Arbitrary<Case>,
  problemsOf: (one: Case) => Promise<readonly string[]>,
  playCase: (one: Case) => Promise<object>,
  { plans, seed, shrinks }: Effort,
): Promise<PlansChecked> {
  const property = fc.asyncProperty(cases, async (one) => (await problemsOf(one)).length === 0);
  const { numRuns, counterexample } = await fc.check(property, {
    numRuns: plans,
    seed,
    endOnFailure: !shrinks,
  });
  if (counterexample === null) return { plans: numRuns, problems: [] };
  const [smallest] = counterexample;
  const history = await playCase(smallest);
  return {
    plans: numRuns,
    problems: await problemsOf(smallest),
    counterexample: `${JSON.stringify(smallest, null, 2)}\n${history}`,
  };
}
