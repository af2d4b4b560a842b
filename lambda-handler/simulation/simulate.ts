import { throwProblems } from '../../src/configuration-error';
import type { JobFunction } from '../job-run';
import type { FaultPlan } from './fault-plan';
import { History } from './history';
import { jobProblems } from './job-problems';
import type { Outside } from './outside';
import { planProblems } from './plan-problems';
import type { SimulatedJob } from './simulated-job';
import { SimulatedScheduler } from './simulated-scheduler';
import { SimulatedStore } from './simulated-store';
import { VirtualClock } from './virtual-clock';

/** Job logic in a world of its own, with whatever it changes there. */
export interface Subject {
  /** Loads job logic; called for each instance, as a process loads its modules. It must not throw. */
  logic(outside: Outside): JobFunction;
}

/** The first scheduled time of every simulation. */
export const FIRST_SCHEDULED_MS = Date.UTC(2026, 0, 1, 12);

/**
 * Delivers the runs of a plan to the handler, in virtual time, and returns all that happened.
 *
 * @throws ConfigurationError with everything that is wrong with the job or the plan, before anything runs
 * @throws Error where job logic cannot be loaded, with the error that it threw as `cause`
 */
export async function simulate(job: SimulatedJob, plan: FaultPlan, subject: Subject): Promise<History> {
  throwProblems([...jobProblems(job), ...planProblems(plan)], 'simulate');
  const earliestMs = Math.max(0, ...plan.runs.flatMap(({ pressedBeforeMs }) => pressedBeforeMs));
  const clock = new VirtualClock(FIRST_SCHEDULED_MS - earliestMs);
  const history = new History();
  const store = new SimulatedStore(clock, history, plan);
  let fault: unknown;
  const world = {
    clock,
    store,
    history,
    logic: (outside: Outside) => subject.logic(outside),
    fail(error: unknown) {
      fault = error;
      clock.stop();
    },
  };
  const done = new SimulatedScheduler(world, job, plan).deliverAll(FIRST_SCHEDULED_MS);
  await clock.runToEnd();
  if (fault !== undefined) throw fault;
  await done;
  return history;
}
