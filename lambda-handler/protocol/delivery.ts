import { carryOut, type Delivery, prepareWatchdog } from './attempt';
import { type AttemptTimes, attemptTimes, finishUntilMs } from './attempt-times';
import type { Claim } from './claim';
import { decideAfterLoss } from './decide';
import { finishRun } from './finish';
import { claimInKeySpace } from './forced';
import type { Settled } from './logic-result';
import type { Outcome } from './outcome';
import { type LogicPort, outcomeOf } from './run-logic';
import type { Sighting } from './run-store';
import type { StorePort } from './store-call';
import { runUndeduplicated } from './undeduplicated';

/** Everything that the protocol needs of the world. */
export interface ProtocolPort extends StorePort, LogicPort {
  randomUUID(): string;
}

/** Carries out one delivery: claim, run, finish. Rejects only on a bug; every expected outcome is a value. */
export async function processDelivery(port: ProtocolPort, delivery: Delivery): Promise<Outcome> {
  const { settings, scheduledTimeMs } = delivery;
  const times = attemptTimes(settings, port.clock.monotonicMs());
  const watchdogFault = prepareWatchdog(port, settings);
  if (scheduledTimeMs === undefined) return runUndeduplicated(port, delivery, times, watchdogFault);

  const result = await claimInKeySpace(port, {
    attemptId: port.randomUUID(),
    settings,
    scheduledTimeMs,
    untilMs: times.claimUntilMs,
  });
  if (result.kind !== 'claimed') return result;

  const { claim, forced } = result;
  const identity = { ...claim, forced, isRecorded: true };
  const end = await carryOut(port, delivery, identity, times, watchdogFault);
  if (end.kind === 'lease-over') return { kind: 'lease-over', runId: claim.runId };
  if (end.isRecorded) return outcomeOf(end.settled, claim);
  return finish(port, delivery, { ...claim, updateTime: end.updateTime }, end.settled, times);
}

async function finish(
  port: ProtocolPort,
  delivery: Delivery,
  claim: Claim,
  settled: Settled,
  times: AttemptTimes,
): Promise<Outcome> {
  const { runId, attempt } = claim;
  const untilMs = finishUntilMs(times, port.clock.monotonicMs());
  const finished = await finishRun(port, claim, settled, untilMs);
  switch (finished.kind) {
    case 'written':
      return outcomeOf(settled, claim);
    case 'completed-before':
      return outcomeOf({ kind: 'returned', result: finished.result }, claim);
    case 'lost':
      return superseded(delivery, claim, settled, finished.sighting);
    case 'unknown':
      return { kind: 'finish-unknown', runId, attempt, cause: finished.cause };
  }
}

function superseded(
  { settings, log }: Delivery,
  { runId, attempt }: Claim,
  settled: Settled,
  sighting: Sighting,
): Outcome {
  log('WARNING', 'the outcome of this attempt was superseded: its record went to another attempt', {
    runId,
    attempt,
    ended: settled.kind,
    holder: sighting.run?.record.attempt,
  });
  const answer = decideAfterLoss(sighting, settings.atMostOnce);
  return answer === undefined ? { kind: 'superseded', runId, attempt } : { ...answer, runId };
}
