import fc from 'fast-check';
import { createDocument } from '../../lambda-handler/document-writes';
import { CompletionError } from '../../lambda-handler/errors';
import { PermanentFailure } from '../../lambda-handler/permanent-failure';
import { type Draw, listedDraw } from '../../lambda-handler/simulation/draw';
import { drawPlan } from '../../lambda-handler/simulation/draw-plan';
import type { FaultPlan } from '../../lambda-handler/simulation/fault-plan';
import type { History } from '../../lambda-handler/simulation/history';
import { simulate } from '../../lambda-handler/simulation/simulate';
import type { SimulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { FORCED_RUNS, JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';
import { longestRetryWindowSeconds } from '../../src/timing/retry-window';

/** What one execution of job logic does. */
interface Behaviour {
  readonly workMs: number;
  /** Leaves when the signal fires; else the signal is ignored. */
  readonly heedsSignal: boolean;
  readonly calls: number;
  /** Commits an effect together with the end of the run. */
  readonly completesAtomically: boolean;
  /** Returns all the same where nobody knows what became of that commit. */
  readonly ignoresUnknown: boolean;
  readonly end: 'returns' | 'throws' | 'fails for good';
}

/** A job, what goes wrong with its runs, and what its job logic does, execution by execution. */
export interface FaultCase {
  readonly job: SimulatedJob;
  readonly plan: FaultPlan;
  readonly behaviours: readonly Behaviour[];
}

/** Random cases; shrinking leaves faults out. */
export const FAULT_CASES: fc.Arbitrary<FaultCase> = fc
  .noBias(fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 0, maxLength: 160, size: 'max' }))
  .map((numbers) => drawCase(listedDraw(numbers)));

function drawCase(draw: Draw): FaultCase {
  const job = drawJob(draw);
  const behaviours = Array.from({ length: 1 + draw(4) }, () => drawBehaviour(draw));
  return { job, behaviours, plan: drawPlan(draw, { job, runs: 1 + draw(2) }) };
}

const ATTEMPT_DEADLINE_SECONDS = 30;

function drawJob(draw: Draw): SimulatedJob {
  const atMostOnce = draw(8) === 7;
  const isRenewed = draw(3) === 2;
  const retry = {
    retryCount: atMostOnce ? 0 : 5,
    maxRetryDurationSeconds: !atMostOnce && draw(4) === 3 ? 200 : 0,
    minBackoffSeconds: 5,
    maxBackoffSeconds: 3600,
    maxDoublings: 5,
  };
  return {
    settings: {
      ...JOB_SETTINGS_DEFAULTS,
      project: 'billing-prod',
      location: 'europe-west1',
      jobName: 'nightly-invoices',
      timeoutSeconds: 20,
      leaseKind: isRenewed ? 'renewed' : 'fixed',
      leaseSeconds: isRenewed ? 15 : 40,
      retentionSeconds: 3_600,
      retryWindowSeconds: Math.max(
        ATTEMPT_DEADLINE_SECONDS,
        longestRetryWindowSeconds(retry, ATTEMPT_DEADLINE_SECONDS),
      ),
      atMostOnce,
      forcedRuns: FORCED_RUNS[draw(FORCED_RUNS.length)] ?? 'separate',
    },
    attemptDeadlineSeconds: ATTEMPT_DEADLINE_SECONDS,
    retry,
    everySeconds: 600,
  };
}

function drawBehaviour(draw: Draw): Behaviour {
  return {
    workMs: draw(4) === 3 ? draw(60_000) : draw(15_000),
    heedsSignal: draw(2) === 0,
    calls: draw(3),
    completesAtomically: draw(4) === 3,
    ignoresUnknown: draw(2) === 1,
    end: (['returns', 'returns', 'throws', 'throws', 'fails for good'] as const)[draw(5)] ?? 'returns',
  };
}

function unlessUnknown(error: unknown): void {
  const isUnknown = error instanceof CompletionError && error.code === 'OUTCOME_UNKNOWN';
  if (!isUnknown) throw error;
}

/** Plays a case. */
export function play({ job, plan, behaviours }: FaultCase): Promise<History> {
  let executions = 0;
  return simulate(job, plan, {
    logic: (outside) => async (run) => {
      const behaviour = behaviours[executions++ % behaviours.length] as Behaviour;
      for (let call = 0; call < behaviour.calls; call += 1) await outside.call(() => undefined);
      if (behaviour.completesAtomically) {
        const effect = createDocument(`effects/${run.runId}-${run.attempt}`, {});
        const committed = run.completeWith([effect]);
        await (behaviour.ignoresUnknown ? committed.catch(unlessUnknown) : committed);
      }
      await outside.sleep(behaviour.workMs, behaviour.heedsSignal ? run.signal : undefined);
      if (behaviour.end === 'throws') throw new Error('no');
      if (behaviour.end === 'fails for good') throw new PermanentFailure('never');
    },
  });
}
