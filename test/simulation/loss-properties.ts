import { attemptTimes } from '../../lambda-handler/protocol/attempt-times';
import type { Execution } from '../../lambda-handler/simulation/history';
import type { Property } from './property';
import type { RunView } from './run-view';

/** What must hold of attempts that have lost their runs while their job logic works. */
export const LOSS_PROPERTIES: readonly Property[] = [
  {
    name: 'job logic hears of a loss only when another attempt has the run',
    problems: (view) =>
      view.history.executions
        .filter(({ toldLostAtMs = 0, delivery, runId }) => {
          const isTaken = view.history.commits.some(
            (commit) => commit.runId === runId && commit.delivery !== delivery && commit.atMs <= toldLostAtMs,
          );
          return toldLostAtMs > 0 && !isTaken;
        })
        .map((one) => `delivery ${one.delivery} is told that it lost its run`),
  },
  {
    name: 'an attempt whose run was lost hears of it by its next renewal',
    problems: (view) =>
      view.history.executions
        .filter((one) => isNotTold(view, one))
        .map((one) => `delivery ${one.delivery} is not told`),
  },
];

/** Time that a renewal takes to be refused and the record to be read, and to spare. */
const RENEWAL_MS = 1_000;

/** It worked on, under a lease that it renews, after a renewal must have found the record in other hands. */
function isNotTold(view: RunView, one: Execution): boolean {
  const delivery = view.delivery(one.delivery);
  const { leaseKind, leaseSeconds } = delivery.settings;
  const claim = view.claimOf(one);
  const lost = view
    .commits('claim')
    .find(
      ({ runId, attempt, atMs }) => runId === one.runId && attempt > one.attempt && atMs >= one.startedAtMs,
    );
  const hasFaultyStore = delivery.faults.store.some(({ kind }) => kind !== 'none');
  if (leaseKind !== 'renewed' || claim === undefined || lost === undefined || hasFaultyStore) return false;
  if (view.hasCompleted(one.delivery)) return false;

  const { handledAtMs = 0, wokeAtMs = 0 } = delivery;
  const renewedByMs = Math.max(lost.atMs, wokeAtMs) + (leaseSeconds * 1000) / 3 + RENEWAL_MS;
  // A signal fires once: close to the deadline, which counts on the instance's clock, it says nothing of a loss.
  const firesMs = attemptTimes(delivery.settings, handledAtMs).signalAtMs + view.suspendedMs(delivery);
  const endedAtMs = one.endedAtMs ?? Number.POSITIVE_INFINITY;
  if (renewedByMs > firesMs || endedAtMs <= renewedByMs) return false;
  return (one.toldLostAtMs ?? Number.POSITIVE_INFINITY) > renewedByMs;
}
