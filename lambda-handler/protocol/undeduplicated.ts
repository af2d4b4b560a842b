import { type AttemptIdentity, carryOut, type Delivery } from './attempt';
import type { AttemptTimes } from './attempt-times';
import { FIRST_GENERATION } from './decide';
import type { ProtocolPort } from './delivery';
import type { Outcome } from './outcome';
import { outcomeOf } from './run-logic';

/** Runs a delivery that carries no scheduled time: nothing is claimed and nothing recorded. */
export async function runUndeduplicated(
  port: ProtocolPort,
  delivery: Delivery,
  times: AttemptTimes,
  watchdogFault: Promise<Error | undefined>,
): Promise<Outcome> {
  const identity: AttemptIdentity = {
    // Two UUIDs have the 64 hex digits of every other run id.
    runId: `${port.randomUUID()}${port.randomUUID()}`.replaceAll('-', ''),
    attemptId: port.randomUUID(),
    attempt: 1,
    generation: FIRST_GENERATION,
    startedAtMs: port.clock.nowMs(),
    forced: false,
    isRecorded: false,
    updateTime: '',
  };
  const { runId, attempt } = identity;
  delivery.log('WARNING', 'a delivery without a scheduled time runs undeduplicated', { runId, attempt });
  const end = await carryOut(port, delivery, identity, times, watchdogFault);
  return end.kind === 'lease-over'
    ? { kind: 'lease-over', runId }
    : outcomeOf(end.settled, { runId, attempt });
}
