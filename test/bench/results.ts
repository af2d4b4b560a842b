import type { Measure } from '../../bench/measure';
import type { Result } from '../../bench/result';
import { summarize } from '../../bench/statistics';

const LATENCY: Measure = {
  name: 'latency',
  what: 'a run, one at a time',
  peer: "guide's pattern",
  unit: 'ms',
  target: { kind: 'at most', ratio: 0.5 },
  run: () => Promise.reject(new Error('not run here')),
};

/** A row as the benchmark finds it. */
export function measured(
  product: readonly number[],
  peer: readonly number[],
  changes: Partial<Measure> = {},
): Result {
  const figures = { product, peer, others: [{ peer: 'the same in Python', figures: [40] }] };
  return { measure: { ...LATENCY, ...changes }, kind: 'measured', figures, summary: summarize(figures) };
}

/** A row that this machine cannot have. */
export const UNMEASURED: Result = {
  measure: { ...LATENCY, name: 'herd', what: 'a herd', target: { kind: 'at least', ratio: 2 } },
  kind: 'not measured',
  reason: 'no Firestore emulator: no Java runtime',
};
