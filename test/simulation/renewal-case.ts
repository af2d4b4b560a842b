import type { Draw } from '../../lambda-handler/simulation/draw';
import {
  type Duplicate,
  type InstanceFault,
  NO_FAULTS,
  type StoreFault,
} from '../../lambda-handler/simulation/fault-plan';
import type { SimulatedJob } from '../../lambda-handler/simulation/simulated-job';
import type { Behaviour, FaultCase } from './fault-case';
import { JOB, planOf } from './simulated-job';

const ATTEMPT_DEADLINE_SECONDS = 130;
const TIMEOUT_SECONDS = 120;
/** Five retries, each as long as the deadline, and the waits before them. */
const RETRY_WINDOW_SECONDS = 5 * ATTEMPT_DEADLINE_SECONDS + 155;
/** Longer leases are renewed with calls that may take longer. */
const LEASES_SECONDS = [15, 30, 60] as const;
/** Of calls that wait for their limits, more than an attempt makes. */
const SILENT_CALLS = 20;
const MOST_STORE_FAULTS = 3;

/**
 * Draws a long attempt under a renewed lease, whose first renewals go wrong or whose instance is suspended.
 *
 * Among all faults these meet too rarely: a renewal that is not heard, found by a read, and none after it; or a
 * run that is lost while its job logic goes on.
 */
export function drawRenewalCase(draw: Draw): FaultCase {
  const leaseSeconds = LEASES_SECONDS[draw(LEASES_SECONDS.length)] ?? LEASES_SECONDS[0];
  const times = { timeoutSeconds: TIMEOUT_SECONDS, retryWindowSeconds: RETRY_WINDOW_SECONDS };
  const job: SimulatedJob = {
    ...JOB,
    settings: { ...JOB.settings, ...times, leaseKind: 'renewed', leaseSeconds },
    attemptDeadlineSeconds: ATTEMPT_DEADLINE_SECONDS,
    everySeconds: 3_600,
  };
  const behaviour: Behaviour = {
    workMs: TIMEOUT_SECONDS * 1000,
    heedsSignal: draw(2) === 0,
    calls: 0,
    completions: [],
    pauseMs: 0,
    ignoresUnknown: false,
    end: 'returns',
  };
  const isSuspended = draw(2) === 1;
  const instance = isSuspended ? [drawSuspension(draw, leaseSeconds * 1000)] : [];
  const store = isSuspended ? [] : drawRenewals(draw);
  const duplicates = isSuspended ? [drawDuplicate(draw, leaseSeconds * 1000)] : [];
  const run = { lateMs: 0, deliveries: [{ ...NO_FAULTS, instance, store }], duplicates, pressedBeforeMs: [] };
  const plan = planOf([], { runs: [run] });
  return { job, behaviours: [behaviour], plan };
}

function drawSuspension(draw: Draw, leaseMs: number): InstanceFault {
  return {
    kind: 'suspend',
    at: { kind: 'time', afterMs: draw(2 * leaseMs) },
    forMs: leaseMs + draw(leaseMs),
  };
}

function drawDuplicate(draw: Draw, leaseMs: number): Duplicate {
  return { afterMs: draw(4 * leaseMs), faults: NO_FAULTS };
}

/** The claim, the first renewals, and what follows them: everything, or silence. */
function drawRenewals(draw: Draw): StoreFault[] {
  const kinds = ['none', 'answer-lost', 'silent'] as const;
  const first = Array.from({ length: 1 + draw(MOST_STORE_FAULTS) }, () => ({
    kind: kinds[draw(kinds.length)] ?? 'none',
  }));
  const silence = Array<StoreFault>(draw(2) === 1 ? SILENT_CALLS : 0).fill({ kind: 'silent' });
  return [{ kind: 'none' }, ...first, ...silence];
}
