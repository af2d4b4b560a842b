import {
  claimAllowanceSeconds,
  LEASE_MARGIN_SECONDS,
  SHORTEST_RENEWED_LEASE_SECONDS,
} from '../../src/timing/allowances';
import { firstLostCrashAt } from '../../src/timing/crash-recovery';
import { deriveRecovery, type RecoveryInput } from '../../src/timing/derive-recovery';

const KEYS = [
  'attemptDeadlineSeconds',
  'leaseSeconds',
  'retryCount',
  'minBackoffSeconds',
  'maxBackoffSeconds',
  'maxDoublings',
] as const;

type Key = (typeof KEYS)[number];
type Settings = Record<Key, number>;

/** What is given where a key is not free, two values each. */
const GIVEN: Readonly<Record<Key, readonly number[]>> = {
  attemptDeadlineSeconds: [15, 18],
  leaseSeconds: [25, 29],
  retryCount: [2, 5],
  minBackoffSeconds: [2, 8],
  maxBackoffSeconds: [10, 21],
  maxDoublings: [1, 5],
};

/** What a free key may be; wider than anything that helps a deadline of 15 s. */
const FREE: Readonly<Record<Key, (chosen: Settings, input: RecoveryInput) => readonly number[]>> = {
  attemptDeadlineSeconds: () => [15],
  leaseSeconds: ({ attemptDeadlineSeconds }, { isLeaseRenewed }) => [
    isLeaseRenewed ? SHORTEST_RENEWED_LEASE_SECONDS : attemptDeadlineSeconds + LEASE_MARGIN_SECONDS,
  ],
  retryCount: () => [1, 2, 3, 4, 5],
  minBackoffSeconds: () => upTo(1, 32),
  maxBackoffSeconds: ({ minBackoffSeconds }) => [...upTo(minBackoffSeconds, 32), 3600],
  maxDoublings: () => [1, 2, 3, 4, 5],
};

function upTo(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Tries every value of every free key, in the order of `KEYS`. */
function someSettingsRecover(input: RecoveryInput, chosen = {} as Settings, next = 0): boolean {
  const key = KEYS[next];
  if (key === undefined) {
    const settings = {
      ...chosen,
      gapSeconds: input.gapSeconds,
      isLeaseRenewed: input.isLeaseRenewed,
      claimAllowanceSeconds: claimAllowanceSeconds(chosen.attemptDeadlineSeconds),
    };
    return firstLostCrashAt(settings) === null;
  }
  const given = input[key];
  const values = given === undefined ? FREE[key](chosen, input) : [given];
  return values.some((value) => someSettingsRecover(input, { ...chosen, [key]: value }, next + 1));
}

/** Every choice of given keys, and both values of each. */
function inputsAt(gapSeconds: number, isLeaseRenewed: boolean): RecoveryInput[] {
  let inputs: RecoveryInput[] = [{ gapSeconds, isLeaseRenewed }];
  for (const key of KEYS) {
    const further = inputs.flatMap((input) => GIVEN[key].map((value) => ({ ...input, [key]: value })));
    inputs = inputs.concat(further);
  }
  return inputs;
}

describe('deriveRecovery', () => {
  test.each([
    { case: 'too tight for anything', gapSeconds: 42, some: false },
    { case: 'as tight as the shortest deadline takes', gapSeconds: 43, some: true },
    { case: 'tight', gapSeconds: 52, some: true },
    { case: 'each minute', gapSeconds: 60, some: true },
    { case: 'loose', gapSeconds: 90, some: true },
    { case: 'too tight for a renewed lease', gapSeconds: 37, isLeaseRenewed: true, some: false },
    { case: 'as tight as a renewed lease takes', gapSeconds: 38, isLeaseRenewed: true, some: true },
    { case: 'each minute, with a renewed lease', gapSeconds: 60, isLeaseRenewed: true, some: true },
  ])('finds settings whenever a search through all of them does: $case', (row) => {
    const { gapSeconds, isLeaseRenewed = false, some } = row;
    const inputs = inputsAt(gapSeconds, isLeaseRenewed);

    const found = inputs.filter((input) => deriveRecovery(input, 180).firstLostAt === null);

    const existing = inputs.filter((input) => someSettingsRecover(input));
    expect(found).toEqual(existing);
    expect(found.length > 0).toBe(some);
  });
});
