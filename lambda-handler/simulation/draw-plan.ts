import { throwProblems } from '../../src/configuration-error';
import { LATE_DISPATCH_SECONDS } from '../../src/timing/allowances';
import type { Draw } from './draw';
import { FAULT_KINDS, type FaultKind } from './fault-kinds';
import type {
  DeliveryFaults,
  FaultPlan,
  InstanceFault,
  Moment,
  OutsideFault,
  RunFaults,
  StoreFault,
} from './fault-plan';
import { drawProblems } from './search-problems';
import type { SimulatedJob } from './simulated-job';
import { filled } from './value-checks';

/** What a plan is drawn for. */
export interface PlanOptions {
  readonly job: SimulatedJob;
  /** How many scheduled runs, 1 to 1000. */
  readonly runs: number;
  /** @default - all kinds */
  readonly faults?: readonly FaultKind[];
}

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;
/** Around the ten seconds at which a run begins to count as forced. */
const NEAR_MS = 20 * SECOND_MS;
/** More await points than an attempt has, unless it struggles. */
const STEPS = 20;
const MOST_STORE_FAULTS = 6;
/** More calls than an attempt makes. */
const OUTAGE_CALLS = 60;
/** Of calls that wait for their limits, an attempt makes fewer. */
const SILENT_CALLS = 20;

/**
 * Draws what goes wrong in one simulation. The same draws give the same plan.
 *
 * @throws ConfigurationError with everything that is wrong with the draw or the options
 */
export function drawPlan(draw: Draw, options: PlanOptions): FaultPlan {
  const given = filled(options, { faults: FAULT_KINDS });
  throwProblems(drawProblems(draw, given), 'drawPlan');
  const { job, runs, faults } = given;
  const has = (kind: FaultKind, oneIn: number) => draw(oneIn) === oneIn - 1 && faults.includes(kind);
  const list = <T>(most: number, item: () => T): T[] => Array.from({ length: draw(most + 1) }, item);
  const offset = (mostMs: number) => draw(2 * mostMs) - mostMs;
  const { leaseSeconds, timeoutSeconds, retentionSeconds } = job.settings;
  const leaseMs = leaseSeconds * SECOND_MS;

  const moment = (): Moment =>
    draw(2) === 0 ? { kind: 'step', step: 1 + draw(STEPS) } : { kind: 'time', afterMs: draw(leaseMs + 1) };
  const instanceFaults = (): InstanceFault[] => {
    if (has('crash', 4)) return [{ kind: 'crash', at: moment() }];
    if (has('freeze', 6)) {
      const kind = draw(2) === 0 ? 'freeze' : 'suspend';
      return [{ kind, at: moment(), forMs: draw(2 * leaseMs + 1) }];
    }
    return has('stop-signal', 6) ? [{ kind: 'stop-signal', at: moment() }] : [];
  };
  const storeFault = (): StoreFault => {
    switch (has('store', 2) ? draw(6) : undefined) {
      case undefined:
        return { kind: 'none' };
      case 0:
        return { kind: 'unavailable' };
      case 1:
        return { kind: 'answer-lost' };
      case 2:
        return { kind: 'refused-though-done' };
      case 3:
        return { kind: 'slow', requestMs: draw(12_000), answerMs: draw(6_000) };
      case 4:
        return { kind: 'lands-late', afterMs: draw(leaseMs + 1) };
      default:
        return { kind: 'denied' };
    }
  };
  /** From some call on, nothing gets through for a while. */
  const outage = (): StoreFault[] => [
    ...list<StoreFault>(4, () => ({ kind: 'none' })),
    ...(draw(2) === 0
      ? Array<StoreFault>(OUTAGE_CALLS).fill({ kind: 'unavailable' })
      : list<StoreFault>(SILENT_CALLS, () => ({ kind: 'silent' }))),
  ];
  const outsideFault = (): OutsideFault =>
    has('outside', 4) ? ((['not-done', 'done-unheard'] as const)[draw(2)] ?? 'none') : 'none';
  const delivery = (): DeliveryFaults => ({
    coldStartMs: draw(faults.includes('late') ? 12_000 : SECOND_MS),
    clockAheadMs: has('clock', 4) ? offset(2 * HOUR_MS) : 0,
    timeWithOffset: draw(4) === 3,
    otherRevision: has('deploy', 4),
    instance: instanceFaults(),
    store: has('store', 8) ? outage() : list(MOST_STORE_FAULTS, storeFault),
    outside: list(2, outsideFault),
    answerLost: has('answer-lost', 6),
  });
  const run = (): RunFaults => ({
    lateMs: faults.includes('late') ? draw(LATE_DISPATCH_SECONDS * SECOND_MS) : 0,
    deliveries: list(job.retry.retryCount + 1, delivery),
    duplicates: has('duplicate', 2)
      ? list(3, () => ({
          afterMs: has('late', 8) ? draw(3 * retentionSeconds * SECOND_MS) : draw(4 * leaseMs),
          faults: delivery(),
        }))
      : [],
    pressedBeforeMs: has('forced', 4) ? list(2, () => draw(job.everySeconds * SECOND_MS)) : [],
  });
  return {
    backoff: draw(2) === 0 ? 'api' : 'guide',
    nextRun: draw(2) === 0 ? 'ends-retries' : 'is-skipped',
    storeAheadMs: has('clock', 2) ? offset(draw(4) === 3 ? 2 * HOUR_MS : NEAR_MS) : 0,
    forgetAfterMs: 1 + draw(24 * HOUR_MS),
    otherSettings: faults.includes('deploy')
      ? // Never shorter than I2 allows: a deploy is proven, too.
        { leaseSeconds: leaseSeconds + draw(4 * leaseSeconds), timeoutSeconds: timeoutSeconds - draw(2) }
      : {},
    runs: Array.from({ length: runs }, run),
  };
}
