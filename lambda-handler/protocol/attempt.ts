import type { JobSettings } from '../../src/contract/job-settings';
import { stepToken } from '../../src/contract/run-identity';
import type { JobFunction, JobRun } from '../job-run';
import type { AttemptTimes } from './attempt-times';
import type { Log } from './log';
import { runLog, withFields } from './run-log';
import { type LogicPort, runLogic, type Settled, threw } from './run-logic';

/** One delivery of a job that the handler was provisioned for. */
export interface Delivery {
  readonly settings: JobSettings;
  readonly logic: JobFunction;
  /** Milliseconds since 1970; `undefined` when the delivery carries none and the job runs all the same. */
  readonly scheduledTimeMs: number | undefined;
  readonly body: Buffer;
  /** Lower-case names, without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** Which attempt of which run. */
export interface AttemptIdentity {
  readonly runId: string;
  readonly attemptId: string;
  readonly attempt: number;
  readonly generation: number;
  readonly forced: boolean;
}

/** How an attempt ended; `lease-over` means that it must not begin any more. */
export type AttemptEnd = Settled | { readonly kind: 'lease-over' };

/** Starts the watchdog, in parallel with the claim. Resolves with its fault, if it has one. */
export function prepareWatchdog({ watchdog }: LogicPort): Promise<Error | undefined> {
  return watchdog.ready().then(
    () => undefined,
    (cause: unknown) => new Error('the watchdog could not be started', { cause }),
  );
}

/** Runs the job logic for a claimed run, unless something forbids to begin. */
export async function carryOut(
  port: LogicPort,
  delivery: Delivery,
  identity: AttemptIdentity,
  times: AttemptTimes,
  watchdogFault: Promise<Error | undefined>,
): Promise<AttemptEnd> {
  const fault = await watchdogFault;
  if (port.clock.monotonicMs() >= times.watchdogAtMs) return { kind: 'lease-over' };
  // Written down as a failure, so that the next retry need not wait for the lease to end.
  const obstacle = fault ?? port.attempts.stopping;
  if (obstacle !== undefined) return threw(obstacle);

  const { runId, attempt, attemptId } = identity;
  const log = withFields(delivery.log, { runId, attempt });
  return runLogic(port, {
    logic: delivery.logic,
    run: jobRun(port, delivery, identity, times, log),
    facts: { runId, attempt, job: delivery.settings.jobName },
    attemptId,
    times,
    log,
  });
}

function jobRun(
  { clock }: LogicPort,
  { settings, scheduledTimeMs, body, headers }: Delivery,
  { runId, attempt, generation, forced }: AttemptIdentity,
  times: AttemptTimes,
  log: Log,
): Omit<JobRun, 'signal'> {
  return {
    runId,
    attempt,
    scheduledTime: scheduledTimeMs === undefined ? undefined : new Date(scheduledTimeMs),
    jobName: settings.jobName,
    forced,
    token: (step) => {
      // An id that turned out undefined would give unrelated steps one token, and all but one were skipped.
      if (typeof step !== 'string' || step === '') throw new TypeError('token(step) needs a non-empty text');
      return stepToken(runId, generation, step);
    },
    deadline: new Date(clock.nowMs() + times.deadlineMs - clock.monotonicMs()),
    log: runLog(log),
    body,
    headers,
  };
}
