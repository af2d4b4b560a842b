import type { JobFunction, JobRun } from '../job-run';
import type { ActiveAttempts, AttemptFacts } from './active-attempts';
import type { AttemptTimes } from './attempt-times';
import type { Clock } from './clock';
import { type Completion, noCompletion } from './completion';
import type { HeldLease, LeaseKeeper } from './held-lease';
import type { Log } from './log';
import { returned, type Settled, threw } from './logic-result';
import type { Outcome } from './outcome';
import type { UpdateTime } from './run-store';
import type { Watchdog } from './watchdog';

/** An attempt whose job logic has settled, before its end is written down. */
export interface LogicEnd {
  readonly kind: 'settled';
  readonly settled: Settled;
  /** The job logic has written its end itself: nothing is left to write. */
  readonly isRecorded: boolean;
  /** The version of the record that renewals and completions have left. */
  readonly updateTime: UpdateTime;
}

/** What watches over the job logic while it runs. */
export interface LogicPort {
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly leaseKeeper: LeaseKeeper;
  readonly attempts: ActiveAttempts;
}

/** One attempt, ready to run. */
export interface LogicCall {
  readonly logic: JobFunction;
  readonly run: Omit<JobRun, 'completeWith'>;
  readonly facts: AttemptFacts;
  readonly times: AttemptTimes;
  readonly log: Log;
  readonly controller: AbortController;
  readonly lease: HeldLease;
  /** `undefined` where no record is kept. */
  readonly completion: Completion | undefined;
}

/**
 * Runs the job logic between its signal and its watchdog, and waits until it has settled.
 *
 * Nothing is answered before that, not even after the deadline: Cloud Run takes the CPU away from an instance
 * that has answered, and a run that goes on unseen is what the lease must rule out.
 */
export async function runLogic(port: LogicPort, call: LogicCall): Promise<LogicEnd> {
  const { clock, attempts } = port;
  const { times, facts, controller, lease, completion, log } = call;
  const end = attempts.begin(facts, controller);
  const cancelSignal = clock.after(times.signalAtMs - clock.monotonicMs(), () => {
    controller.abort(new Error('the attempt is close to its deadline'));
  });
  try {
    const completeWith = completion?.completeWith ?? noCompletion;
    const run = Object.freeze({ ...call.run, completeWith });
    const settled = await settle(call.logic, run, log);
    const concluded = await completion?.conclude(settled);
    return { kind: 'settled', settled, isRecorded: false, ...concluded, updateTime: await lease.release() };
  } finally {
    cancelSignal();
    end();
  }
}

async function settle(logic: JobFunction, run: JobRun, log: Log): Promise<Settled> {
  try {
    return returned(await logic(run), log);
  } catch (thrown) {
    return threw(thrown);
  }
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
