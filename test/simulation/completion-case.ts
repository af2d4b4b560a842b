import type { Draw } from '../../lambda-handler/simulation/draw';
import { type InstanceFault, NO_FAULTS, type StoreFault } from '../../lambda-handler/simulation/fault-plan';
import type { FaultCase } from './fault-case';
import { JOB, planOf } from './simulated-job';

/** Of a commit; those that are named twice come twice as often. */
const KINDS = [
  ...(['none', 'lands-late', 'lands-late', 'denied', 'denied'] as const),
  ...(['answer-lost', 'refused-though-done', 'unavailable'] as const),
];
const MOST_COMMITS = 3;
/** Of calls that wait for their limits, more than a completion makes. */
const SILENT_CALLS = 8;
const LATE_MS = 12_000;

/**
 * Draws attempts that complete their runs themselves, more than once, by commits that go wrong.
 *
 * Among all faults it is too rare that a commit arrives late while the attempt still works.
 */
export function drawCompletionCase(draw: Draw): FaultCase {
  const isRenewed = draw(2) === 1;
  const lease = isRenewed ? ({ leaseKind: 'renewed', leaseSeconds: 15 } as const) : {};
  const job = { ...JOB, settings: { ...JOB.settings, ...lease } };
  const leaseMs = job.settings.leaseSeconds * 1000;
  const instance = draw(4) === 3 ? [drawSuspension(draw, leaseMs)] : [];
  const store = drawCommits(draw);
  const duplicates = instance.length > 0 ? [{ afterMs: draw(3 * leaseMs), faults: NO_FAULTS }] : [];
  const run = { lateMs: 0, deliveries: [{ ...NO_FAULTS, instance, store }], duplicates, pressedBeforeMs: [] };
  return {
    job,
    behaviours: [
      {
        workMs: draw(LATE_MS),
        heedsSignal: true,
        calls: 0,
        completions: drawCompletions(draw),
        pauseMs: draw(LATE_MS),
        ignoresUnknown: draw(2) === 1,
        end: draw(3) === 2 ? 'throws' : 'returns',
      },
    ],
    plan: planOf([], { runs: [run] }),
  };
}

/** What job logic wants to commit, call by call: its own document, and perhaps what cannot be written. */
export function drawCompletions(draw: Draw): ('possible' | 'refused')[] {
  return Array.from({ length: 1 + draw(3) }, () => (draw(3) === 2 ? 'refused' : 'possible'));
}

function drawSuspension(draw: Draw, leaseMs: number): InstanceFault {
  return { kind: 'suspend', at: { kind: 'step', step: 3 + draw(12) }, forMs: leaseMs + draw(leaseMs) };
}

/** The claim, commits that go wrong, each with the read after it, and perhaps silence until nobody knows any more. */
function drawCommits(draw: Draw): StoreFault[] {
  const first = Array.from({ length: draw(MOST_COMMITS + 1) }, () => [drawFault(draw), drawRead(draw)]);
  const silence = Array<StoreFault>(draw(3) === 2 ? draw(SILENT_CALLS + 1) : 0).fill({ kind: 'silent' });
  return [{ kind: 'none' }, ...first.flat(), ...silence];
}

function drawFault(draw: Draw): StoreFault {
  const kind = KINDS[draw(KINDS.length)] ?? 'none';
  return kind === 'lands-late' ? { kind, afterMs: draw(LATE_MS) } : { kind };
}

function drawRead(draw: Draw): StoreFault {
  return { kind: draw(4) === 3 ? 'unavailable' : 'none' };
}
