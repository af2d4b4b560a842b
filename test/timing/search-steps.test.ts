import { checkCrashRecovery } from '../../src/timing/crash-recovery-rule';
import type { RecoveryInput } from '../../src/timing/derive-recovery';
import { nextRunFixes } from '../../src/timing/next-run-fixes';
import type { TimingInput } from '../../src/timing/timing-input';

/** An input that counts how often a search starts again from it. */
function counted<Input extends { readonly gapSeconds: unknown }>(
  input: Input,
): { input: Input; steps: () => number } {
  let reads = 0;
  const gap = Object.defineProperty({ ...input }, 'gapSeconds', {
    enumerable: true,
    get: () => {
      reads += 1;
      return input.gapSeconds;
    },
  });
  return { input: gap, steps: () => reads };
}

const DAILY = { gapSeconds: 86_400, attemptDeadlineSeconds: 180 };

describe('checkCrashRecovery', () => {
  test.each<{ case: string; input: RecoveryInput }>([
    { case: 'a lease as long as the gap', input: { ...DAILY, leaseSeconds: 86_400 } },
    { case: 'one beside a minimum', input: { ...DAILY, leaseSeconds: 86_400, minBackoffSeconds: 100 } },
    { case: 'one beside a maximum', input: { ...DAILY, leaseSeconds: 86_400, maxBackoffSeconds: 100 } },
    {
      case: 'one beside one retry',
      input: { ...DAILY, leaseSeconds: 86_390, retryCount: 1, minBackoffSeconds: 9 },
    },
    {
      case: 'the longest waits',
      input: { ...DAILY, minBackoffSeconds: 3_155_760_000, maxBackoffSeconds: 3_155_760_000 },
    },
    {
      case: 'a yearly job with a lease of a day',
      input: {
        ...DAILY,
        gapSeconds: 31_536_000,
        leaseSeconds: 86_400,
        retryCount: 1,
        maxBackoffSeconds: 3600,
      },
    },
    {
      case: 'everything given for a job each minute',
      input: {
        ...{ gapSeconds: 60, attemptDeadlineSeconds: 1800, leaseSeconds: 86_400, retryCount: 1 },
        ...{ minBackoffSeconds: 1, maxBackoffSeconds: 86_400, maxDoublings: 2_147_483_647 },
      },
    },
  ])('starts no more than 400 times from $case', ({ input }) => {
    const { input: watched, steps } = counted(input);

    expect(checkCrashRecovery(watched, 180)).toHaveLength(1);
    expect(steps()).toBeLessThan(400);
  });
});

describe('nextRunFixes', () => {
  test.each<{ case: string; input: TimingInput }>([
    { case: 'a lease near to the gap', input: { gapSeconds: 86_400, leaseSeconds: 86_212, retry: {} } },
    {
      case: 'a duration of a hundred years with the smallest waits',
      input: {
        gapSeconds: 86_400,
        attemptDeadlineSeconds: 15,
        retry: {
          maxRetryDurationSeconds: 3_155_760_000,
          minBackoffSeconds: 3,
          maxBackoffSeconds: 3_155_760_000,
          maxDoublings: 1,
        },
      },
    },
  ])('start no more than 800 times from $case', ({ input }) => {
    const { input: watched, steps } = counted(input);

    nextRunFixes(watched);

    expect(steps()).toBeGreaterThan(0);
    expect(steps()).toBeLessThan(800);
  });
});
