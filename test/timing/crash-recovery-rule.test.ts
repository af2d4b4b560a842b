import fc from 'fast-check';
import { describeProblem } from '../../src/problem';
import { crashRecoveryFixes } from '../../src/timing/crash-recovery-fixes';
import { checkCrashRecovery, contradictingKeys } from '../../src/timing/crash-recovery-rule';
import { canRecover, deriveRecovery, type RecoveryInput } from '../../src/timing/derive-recovery';
import { RECOVERY_KEYS, type RecoveryKey } from '../../src/timing/recovery-props';

const inputs: fc.Arbitrary<RecoveryInput> = fc
  .record(
    {
      gapSeconds: fc.constantFrom(60, 120, 240, 300, 600, 3600, 86_400, Infinity),
      attemptDeadlineSeconds: fc.integer({ min: 15, max: 1800 }),
      leaseSeconds: fc.integer({ min: 25, max: 2000 }),
      isLeaseRenewed: fc.boolean(),
      retryCount: fc.integer({ min: 0, max: 5 }),
      minBackoffSeconds: fc.integer({ min: 1, max: 60 }),
      maxBackoffSeconds: fc.integer({ min: 60, max: 3600 }),
      maxDoublings: fc.integer({ min: 1, max: 6 }),
    },
    { requiredKeys: ['gapSeconds'] },
  )
  // A renewed lease is always given: it has no default length.
  .filter(({ isLeaseRenewed, leaseSeconds }) => isLeaseRenewed !== true || leaseSeconds !== undefined);

function pick(input: RecoveryInput, keys: readonly RecoveryKey[]): Partial<RecoveryInput> {
  return Object.fromEntries(keys.map((key) => [key, input[key]]));
}

describe('deriveRecovery', () => {
  test.each([
    { gapSeconds: 60, longest: 26 },
    { gapSeconds: 120, longest: 75 },
    { gapSeconds: 300, longest: 225 },
    { gapSeconds: 600, longest: 475 },
    { gapSeconds: 3600, longest: 1800 },
  ])('finds $longest s as the longest deadline of a job every $gapSeconds s', ({ gapSeconds, longest }) => {
    const { settings, firstLostAt } = deriveRecovery({ gapSeconds }, 1800);

    expect(firstLostAt).toBe(null);
    expect(settings.attemptDeadlineSeconds).toBe(longest);
  });

  test.each([
    { case: "Google's default where it recovers", gapSeconds: 300, deadline: 140, min: 5, max: 3600 },
    { case: 'a larger minimum', gapSeconds: 86_400, deadline: 180, min: 7, max: 3600 },
    {
      case: 'a larger minimum for the longest deadline',
      gapSeconds: 86_400,
      deadline: 1800,
      min: 59,
      max: 3600,
    },
    { case: 'a constant wait', gapSeconds: 300, deadline: 180, min: 39, max: 39 },
    { case: 'a larger minimum for a job each minute', gapSeconds: 60, deadline: 20, min: 11, max: 3600 },
    { case: 'a constant wait for the longest deadline', gapSeconds: 60, deadline: 26, min: 8, max: 8 },
  ])('prefers $case', ({ gapSeconds, deadline, min, max }) => {
    const { settings, firstLostAt } = deriveRecovery({ gapSeconds, attemptDeadlineSeconds: deadline }, 180);

    expect(firstLostAt).toBe(null);
    expect(settings).toMatchObject({ minBackoffSeconds: min, maxBackoffSeconds: max, maxDoublings: 5 });
  });

  test('caps a given minimum where neither end of its maximum recovers', () => {
    const input = { gapSeconds: 300, attemptDeadlineSeconds: 180, minBackoffSeconds: 30 };

    const { settings, firstLostAt } = deriveRecovery(input, 180);

    expect(firstLostAt).toBe(null);
    expect(settings).toMatchObject({ minBackoffSeconds: 30, maxBackoffSeconds: 41 });
  });
});

describe('crashRecoveryFixes', () => {
  test('repairs whatever loses a crash', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        fc.pre(deriveRecovery(input, 180).firstLostAt !== null);

        const fixes = crashRecoveryFixes(input, 180);

        expect(fixes).not.toEqual([]);
        for (const fix of fixes) expect(deriveRecovery(fix.input, 180).firstLostAt).toBe(null);
      }),
      { numRuns: 60 },
    );
  });

  test('changes no single value further than it has to', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        fc.pre(deriveRecovery(input, 180).firstLostAt !== null);

        for (const fix of crashRecoveryFixes(input, 180)) {
          const changed = RECOVERY_KEYS.filter((key) => fix.input[key] !== input[key]);
          const [key] = changed;
          if (key === undefined || changed.length > 1) continue;
          const given = input[key] ?? 0;
          const repaired = fix.input[key] ?? 0;
          const oneStepLess = repaired + Math.sign(given - repaired);
          const nearer = { ...input, [key]: oneStepLess };

          expect({ nearer, firstLostAt: deriveRecovery(nearer, 180).firstLostAt }).not.toEqual({
            nearer,
            firstLostAt: null,
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stays quick when the given minimum is a hundred years', () => {
    const input = {
      gapSeconds: 86_400,
      attemptDeadlineSeconds: 180,
      minBackoffSeconds: 3_155_760_000,
      maxBackoffSeconds: 3_155_760_000,
    };

    expect(crashRecoveryFixes(input, 180)[0]?.text).toBe('lower retryConfig.minBackoffDuration to 86214 s');
  });
});

describe('contradictingKeys', () => {
  test.each<{ case: string; input: RecoveryInput; keys: readonly string[] }>([
    {
      case: 'two that no backoff reconciles',
      input: {
        gapSeconds: 300,
        attemptDeadlineSeconds: 180,
        maxDoublings: 5,
        minBackoffSeconds: 5,
        maxBackoffSeconds: 20,
      },
      keys: ['attemptDeadlineSeconds', 'maxBackoffSeconds'],
    },
    {
      case: 'one that the schedule alone refutes',
      input: { gapSeconds: 60, attemptDeadlineSeconds: 27, retryCount: 5 },
      keys: ['attemptDeadlineSeconds'],
    },
  ])('names $case', ({ input, keys }) => {
    expect(contradictingKeys(input)).toEqual(keys);
  });

  test('names no value that could be left out', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        fc.pre(!canRecover(input));

        const keys = contradictingKeys(input);

        const { gapSeconds, isLeaseRenewed } = input;
        const only = { gapSeconds, isLeaseRenewed, ...pick(input, keys) };
        expect(canRecover(only)).toBe(false);
        for (const key of keys) expect(canRecover({ ...only, [key]: undefined })).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('checkCrashRecovery', () => {
  test.each<{ case: string; input: RecoveryInput; text: string }>([
    {
      case: 'retries that all come before the lease ends',
      input: { gapSeconds: 86_400, attemptDeadlineSeconds: 180, minBackoffSeconds: 5 },
      text:
        "retryConfig.minBackoffDuration must bring a retry after a crashed attempt's lease (190 s + 2 s) and more " +
        'than 5 s before the next scheduled time (every 86400 s), got 5 s beside attemptDeadline 180 s (retries ' +
        '5, 15, 35, 75, 155 s after the failure: a crash at second 0 is lost): raise ' +
        'retryConfig.minBackoffDuration to 7 s or lower attemptDeadline to 143 s',
    },
    {
      case: 'a duration without a count',
      input: { gapSeconds: 86_400, attemptDeadlineSeconds: 180, retryCount: 0 },
      text:
        "retryConfig.retryCount must bring a retry after a crashed attempt's lease (190 s + 2 s) and more than 5 s " +
        'before the next scheduled time (every 86400 s), got 0 (no retry: a crash at second 0 is lost): raise ' +
        'retryConfig.retryCount to 1',
    },
    {
      case: 'a lease that is longer than the gap allows',
      input: { gapSeconds: 60, leaseSeconds: 70, attemptDeadlineSeconds: 20 },
      text:
        "lease must bring a retry after a crashed attempt's lease (70 s + 2 s) and more than 5 s before the next " +
        'scheduled time (every 60 s), got 70 s (retries 5, 15, 35, 75, 155 s after ' +
        'the failure: a crash at second 0 is lost): lower lease to 38 s',
    },
    {
      case: 'a renewed lease that leaves a late crash no retry',
      input: { gapSeconds: 300, leaseSeconds: 60, isLeaseRenewed: true, attemptDeadlineSeconds: 250 },
      text:
        "lease must bring a retry after a crashed attempt's lease (60 s + 2 s) and more than 5 s before the next " +
        'scheduled time (every 300 s), got 60 s beside attemptDeadline 250 s (retries 62, 186, 434, 930, 1922 s after ' +
        'the failure: a crash at second 233 is lost): lower lease to 42 s or lower attemptDeadline to 232 s',
    },
  ])('reports $case', ({ input, text }) => {
    expect(checkCrashRecovery(input, 180).map(describeProblem)).toEqual([text]);
  });

  test('leaves the next scheduled time out when it is unknown', () => {
    const input = { gapSeconds: Infinity, attemptDeadlineSeconds: 180, minBackoffSeconds: 6 };

    expect(checkCrashRecovery(input, 180)[0]?.must).toBe(
      "bring a retry after a crashed attempt's lease (190 s + 2 s)",
    );
  });
});
