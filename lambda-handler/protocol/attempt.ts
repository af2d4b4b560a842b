import type { JobSettings } from '../../src/contract/job-settings';
import { stepToken } from '../../src/contract/run-identity';
import { fenceOf } from '../fence';
import type { JobFunction, JobRun } from '../job-run';
import { runFetch } from '../run-fetch';
import type { AttemptTimes } from './attempt-times';
import { Completion, runLost } from './completion';
import { fixedLease, type HeldLease, type LeaseEvents, type Loss } from './held-lease';
import type { Log } from './log';
import { threw } from './logic-result';
import { runLog, withFields } from './run-log';
import { type LogicEnd, type LogicPort, runLogic } from './run-logic';
import type { UpdateTime } from './run-store';
import type { StorePort } from './store-call';

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
  /** When the first attempt of the run began; milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly forced: boolean;
  /** A record is kept of the run. */
  readonly isRecorded: boolean;
  /** The record's version, which the claim has made. */
  readonly updateTime: UpdateTime;
}

/** How an attempt ended; `lease-over` means that it must not begin any more. */
export type AttemptEnd = LogicEnd | { readonly kind: 'lease-over' };

/** Starts what ends an attempt in time, in parallel with the claim. Resolves with its fault, if it has one. */
export function prepareWatchdog(
  { watchdog, leaseKeeper }: LogicPort,
  { leaseKind }: Pick<JobSettings, 'leaseKind'>,
): Promise<Error | undefined> {
  const ready = leaseKind === 'renewed' ? leaseKeeper.ready() : watchdog.ready();
  return ready.then(
    () => undefined,
    (cause: unknown) => new Error('the watchdog could not be started', { cause }),
  );
}

/** Runs the job logic for a claimed run, unless something forbids to begin. */
export async function carryOut(
  port: StorePort & LogicPort,
  delivery: Delivery,
  identity: AttemptIdentity,
  times: AttemptTimes,
  watchdogFault: Promise<Error | undefined>,
): Promise<AttemptEnd> {
  const fault = await watchdogFault;
  if (port.clock.monotonicMs() >= times.watchdogAtMs) return { kind: 'lease-over' };
  const { runId, attempt, updateTime } = identity;
  const notBegun = (obstacle: unknown): LogicEnd => {
    // Written down as a failure, so that the next retry need not wait for the lease to end.
    return { kind: 'settled', settled: threw(obstacle), isRecorded: false, updateTime };
  };
  const obstacle = fault ?? port.attempts.stopping;
  if (obstacle !== undefined) return notBegun(obstacle);

  const log = withFields(delivery.log, { runId, attempt });
  const controller = new AbortController();
  const onLost = (loss: Loss) => {
    log('WARNING', 'the run was lost while its job logic works; its signal fires', { ...loss });
    controller.abort(runLost(loss));
  };
  const onUnrenewed = (problem: string) => {
    log('WARNING', 'the lease is not renewed yet; the renewal is sent again', { problem });
  };
  let lease: HeldLease;
  try {
    lease = await holdLease(port, delivery, identity, times, { onLost, onUnrenewed });
  } catch (cause) {
    // Its thread has ended since it was ready.
    return notBegun(new Error('the watchdog could not be armed', { cause }));
  }
  return runLogic(port, {
    logic: delivery.logic,
    run: jobRun(port, delivery, identity, times, controller.signal, log),
    facts: { runId, attempt, job: delivery.settings.jobName },
    times,
    controller,
    lease,
    completion: identity.isRecorded
      ? new Completion({ port, claim: identity, lease, times, log, onLost })
      : undefined,
    log,
  });
}

function holdLease(
  { watchdog, leaseKeeper }: LogicPort,
  { settings }: Delivery,
  identity: AttemptIdentity,
  times: AttemptTimes,
  events: LeaseEvents,
): Promise<HeldLease> | HeldLease {
  const { runId, attemptId, updateTime } = identity;
  if (settings.leaseKind === 'fixed') {
    return fixedLease(watchdog, { runId, attemptId }, times.watchdogAtMs, updateTime);
  }
  // There is nothing to renew: only the handler's own limit counts.
  if (!identity.isRecorded) return fixedLease(watchdog, { runId, attemptId }, times.overrunAtMs, updateTime);
  const { leaseSeconds } = settings;
  const { startMs: sentAtMs, deadlineMs: untilMs } = times;
  const lease = { runId, attemptId, updateTime, renewals: 0, leaseSeconds, sentAtMs, untilMs };
  return leaseKeeper.keep(lease, events);
}

function jobRun(
  { clock }: LogicPort,
  { settings, scheduledTimeMs, body, headers }: Delivery,
  { runId, attempt, generation, startedAtMs, forced }: AttemptIdentity,
  times: AttemptTimes,
  signal: AbortSignal,
  log: Log,
): Omit<JobRun, 'completeWith'> {
  const token = (step: string) => {
    // An id that turned out undefined would give unrelated steps one token, and all but one were skipped.
    if (typeof step !== 'string' || step === '') throw new TypeError('token(step) needs a non-empty text');
    return stepToken(runId, generation, step);
  };
  return {
    runId,
    attempt,
    startedAt: new Date(startedAtMs),
    scheduledTime: scheduledTimeMs === undefined ? undefined : new Date(scheduledTimeMs),
    jobName: settings.jobName,
    forced,
    fence: scheduledTimeMs === undefined ? undefined : fenceOf({ scheduledTimeMs, forced, attempt }),
    token,
    fetch: runFetch(token, signal),
    signal,
    deadline: new Date(clock.nowMs() + times.deadlineMs - clock.monotonicMs()),
    log: runLog(log),
    body,
    headers,
  };
}
