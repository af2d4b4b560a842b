/** The kinds of faults that a plan may hold. */
export const FAULT_KINDS = [
  'crash',
  'freeze',
  'stop-signal',
  'store',
  'outside',
  'answer-lost',
  'late',
  'duplicate',
  'forced',
  'clock',
  'deploy',
] as const;

/** One of the kinds of faults. */
export type FaultKind = (typeof FAULT_KINDS)[number];
