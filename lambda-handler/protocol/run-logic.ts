import type { JobFunction, JobRun } from '../job-run';
import { PermanentFailure } from '../permanent-failure';
import type { ActiveAttempts, AttemptFacts } from './active-attempts';
import type { AttemptTimes } from './attempt-times';
import { failureText, resultText } from './bounded-text';
import type { Clock } from './clock';
import type { Log } from './log';
import type { Outcome } from './outcome';
import type { Watchdog } from './watchdog';

/** How the job logic ended. */
export type Settled =
  /** `result` is JSON text of at most 10,000 characters. */
  | { readonly kind: 'returned'; readonly result: string | undefined }
  | {
      readonly kind: 'threw';
      readonly thrown: unknown;
      readonly error: string;
      readonly permanent: boolean;
    };

/** What watches over the job logic while it runs. */
export interface LogicPort {
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly attempts: ActiveAttempts;
}

/** One attempt, ready to run. */
export interface LogicCall {
  readonly logic: JobFunction;
  readonly run: Omit<JobRun, 'signal'>;
  readonly facts: AttemptFacts;
  readonly attemptId: string;
  readonly times: AttemptTimes;
  readonly log: Log;
}

/**
 * Runs the job logic between its signal and its watchdog, and waits until it has settled.
 *
 * Nothing is answered before that, not even after the deadline: Cloud Run takes the CPU away from an instance
 * that has answered, and a run that goes on unseen is what the lease must rule out.
 */
export async function runLogic(port: LogicPort, call: LogicCall): Promise<Settled> {
  const { clock, watchdog, attempts } = port;
  const { times, facts } = call;
  const controller = new AbortController();
  let disarm: () => void;
  try {
    disarm = watchdog.arm({ attemptId: call.attemptId, runId: facts.runId }, times.watchdogAtMs);
  } catch (cause) {
    // Its thread has ended since it was ready. Written down, so that the next retry need not wait for the lease.
    return threw(new Error('the watchdog could not be armed', { cause }));
  }
  const end = attempts.begin(facts, controller);
  const cancelSignal = clock.after(times.signalAtMs - clock.monotonicMs(), () => {
    controller.abort(new Error('the attempt is close to its deadline'));
  });
  try {
    const run = Object.freeze({ ...call.run, signal: controller.signal });
    return returned(await call.logic(run), call.log);
  } catch (thrown) {
    return threw(thrown);
  } finally {
    disarm();
    cancelSignal();
    end();
  }
}

/** The outcome of an attempt whose job logic, or what has to come before it, threw. */
export function threw(thrown: unknown): Settled {
  return { kind: 'threw', thrown, error: failureText(thrown), permanent: isPermanent(thrown) };
}

/** The outcome of an attempt whose end is written down, or need not be. */
export function outcomeOf(
  settled: Settled,
  { runId, attempt }: Pick<AttemptFacts, 'runId' | 'attempt'>,
): Outcome {
  switch (settled.kind) {
    case 'returned':
      return { kind: 'completed', runId, attempt, result: settled.result };
    case 'threw': {
      const kind = settled.permanent ? 'permanently-failed' : 'failed';
      return { kind, runId, attempt, thrown: settled.thrown };
    }
  }
}

function returned(value: unknown, log: Log): Settled {
  const result = resultText(value);
  if ('text' in result) return { kind: 'returned', result: result.text };
  log('WARNING', 'the result of the run is not kept: it must be JSON of at most 10,000 characters', {
    problem: result.problem,
  });
  return { kind: 'returned', result: undefined };
}

function isPermanent(thrown: unknown): boolean {
  try {
    return PermanentFailure.is(thrown);
  } catch {
    return false;
  }
}
