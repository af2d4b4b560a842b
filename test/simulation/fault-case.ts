import fc from 'fast-check';
import { createDocument, type DocumentWrite, updateDocument } from '../../lambda-handler/document-writes';
import { CompletionError } from '../../lambda-handler/errors';
import type { JobRun } from '../../lambda-handler/job-run';
import { PermanentFailure } from '../../lambda-handler/permanent-failure';
import { type Draw, listedDraw } from '../../lambda-handler/simulation/draw';
import { drawPlan } from '../../lambda-handler/simulation/draw-plan';
import type { FaultPlan } from '../../lambda-handler/simulation/fault-plan';
import type { History } from '../../lambda-handler/simulation/history';
import type { Outside } from '../../lambda-handler/simulation/outside';
import { simulate } from '../../lambda-handler/simulation/simulate';
import type { SimulatedJob } from '../../lambda-handler/simulation/simulated-job';
import { FORCED_RUNS, JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';
import { longestRetryWindowSeconds } from '../../src/timing/retry-window';
import { drawCompletionCase, drawCompletions } from './completion-case';
import { drawRenewalCase } from './renewal-case';

/** What one execution of job logic does. */
export interface Behaviour {
  readonly workMs: number;
  /** Leaves when the signal fires; else the signal is ignored. */
  readonly heedsSignal: boolean;
  readonly calls: number;
  /** Calls of `completeWith`, each with a document of its own, one after another until one cannot go on. */
  readonly completions: readonly ('possible' | 'refused')[];
  /** Before each of these calls. */
  readonly pauseMs: number;
  /** So long after its end it calls `completeWith` once more, as where an `await` is missing. */
  readonly completesLateMs?: number | undefined;
  /** Goes on all the same where nobody knows what became of a commit. */
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

/** Of so many cases, one each is about renewals and about completions. */
const SPECIAL_SHARE = 10;

function drawCase(draw: Draw): FaultCase {
  const special = SPECIAL_SHARE - draw(SPECIAL_SHARE);
  if (special === 1) return drawRenewalCase(draw);
  if (special === 2) return drawCompletionCase(draw);
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
    completions: draw(4) === 3 ? drawCompletions(draw) : [],
    pauseMs: draw(10_000),
    ignoresUnknown: draw(2) === 1,
    completesLateMs: draw(8) === 7 ? draw(2_000) : undefined,
    end: (['returns', 'returns', 'throws', 'throws', 'fails for good'] as const)[draw(5)] ?? 'returns',
  };
}

/** Plays a case. */
export function play({ job, plan, behaviours }: FaultCase): Promise<History> {
  let executions = 0;
  return simulate(job, plan, {
    logic: (outside) => async (run) => {
      const behaviour = behaviours[executions++ % behaviours.length] as Behaviour;
      for (let call = 0; call < behaviour.calls; call += 1) await outside.call(() => undefined);
      for (const [call, kind] of behaviour.completions.entries()) {
        await outside.sleep(behaviour.pauseMs, run.signal);
        await run.completeWith(writesOf(run, call, kind)).catch(unlessTolerated(behaviour));
      }
      await outside.sleep(behaviour.workMs, behaviour.heedsSignal ? run.signal : undefined);
      completeLate(outside, run, behaviour);
      if (behaviour.end === 'throws') throw new Error('no');
      if (behaviour.end === 'fails for good') throw new PermanentFailure('never');
    },
  });
}

/** Nobody waits for it. */
function completeLate(outside: Outside, run: JobRun, { completesLateMs, completions }: Behaviour): void {
  if (completesLateMs === undefined) return;
  const late = async () => {
    await outside.sleep(completesLateMs);
    await run.completeWith(writesOf(run, completions.length, 'possible'));
  };
  late().catch(() => {});
}

/** The document that tells this call from all others comes first. */
function writesOf({ runId, attempt }: JobRun, call: number, kind: 'possible' | 'refused'): DocumentWrite[] {
  const effect = createDocument(`effects/${runId}-${attempt}-${call}`, {});
  return kind === 'possible' ? [effect] : [effect, updateDocument('effects/none', {})];
}

/** What was refused can be tried in another way, and a second completion does no harm. */
function unlessTolerated({ ignoresUnknown }: Behaviour): (error: unknown) => void {
  const tolerated = ['WRITES_REFUSED', 'ALREADY_COMPLETED', ...(ignoresUnknown ? ['OUTCOME_UNKNOWN'] : [])];
  return (error) => {
    if (!(error instanceof CompletionError && tolerated.includes(error.code))) throw error;
  };
}
