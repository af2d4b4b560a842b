import {
  type Decision,
  decide,
  decideAfterLoss,
  type RunAsker,
} from '../../../lambda-handler/protocol/decide';
import type { RunRecord, Sighting } from '../../../lambda-handler/protocol/run-store';
import { runRecord } from '../../support/run-record';

const UPDATED_MS = Date.UTC(2026, 9, 16, 12, 0, 1);
const ASKER: RunAsker = {
  attemptId: 'ours',
  keySpace: 'scheduled',
  atMostOnce: false,
  retryWindowSeconds: 1_000,
};

function seen(fields: Partial<RunRecord>, afterMs: number): Sighting {
  const record = runRecord({ attempt_id: 'another', attempt: 2, ...fields });
  const updateTime = '2026-10-16T12:00:01.000001Z';
  return { run: { record, updateTime, updatedAtMs: UPDATED_MS }, readAtMs: UPDATED_MS + afterMs };
}

function summary(decision: Decision) {
  return decision.kind === 'take-over'
    ? { kind: decision.kind, generation: decision.generation }
    : { ...decision, run: undefined };
}

describe('decide', () => {
  test('creates a record where there is none', () => {
    expect(decide({ run: undefined, readAtMs: UPDATED_MS }, ASKER)).toEqual({ kind: 'create' });
  });

  test.each([
    {
      case: "another attempt's live lease",
      fields: {},
      afterMs: 189_999,
      decision: { kind: 'held-elsewhere', attempt: 2, retryAfterSeconds: 1 },
    },
    {
      case: 'a lease that has just begun',
      fields: {},
      afterMs: 0,
      decision: { kind: 'held-elsewhere', attempt: 2, retryAfterSeconds: 190 },
    },
    {
      case: 'a lease of the length that its holder wrote',
      fields: { lease_seconds: 30 },
      afterMs: 29_999,
      decision: { kind: 'held-elsewhere', attempt: 2, retryAfterSeconds: 1 },
    },
    {
      case: 'a lease at its end',
      fields: {},
      afterMs: 190_000,
      decision: { kind: 'take-over', generation: 0 },
    },
    {
      case: 'our own live lease',
      fields: { attempt_id: 'ours' },
      afterMs: 189_999,
      decision: { kind: 'ours' },
    },
    {
      case: 'our own lease at its end',
      fields: { attempt_id: 'ours' },
      afterMs: 190_000,
      decision: { kind: 'own-lease-over' },
    },
    {
      case: 'a retryable failure',
      fields: { status: 'failed' as const },
      afterMs: 0,
      decision: { kind: 'take-over', generation: 0 },
    },
    {
      case: 'a permanent failure',
      fields: { status: 'failed' as const, permanent: true },
      afterMs: 0,
      decision: { kind: 'already-failed', attempt: 2 },
    },
    {
      case: 'a completed run',
      fields: { status: 'completed' as const, result: '{"invoices":3}' },
      afterMs: 0,
      decision: { kind: 'already-completed', attempt: 2, result: '{"invoices":3}' },
    },
    {
      case: 'a completed run of long ago',
      fields: { status: 'completed' as const },
      afterMs: 10_000_000,
      decision: { kind: 'already-completed', attempt: 2 },
    },
  ])('answers $case with $decision.kind', ({ fields, afterMs, decision }) => {
    expect(summary(decide(seen(fields, afterMs), ASKER))).toEqual(decision);
  });

  test('judges a lease by what its holder wrote, not by the expiry that is written for people', () => {
    const sighting = seen({ lease_expires: 0, expire_at: 0 }, 189_999);

    expect(decide(sighting, ASKER).kind).toBe('held-elsewhere');
  });

  describe('at most once', () => {
    test.each([
      { case: 'a failure', fields: { status: 'failed' as const }, afterMs: 0, kind: 'already-failed' },
      { case: 'a crash', fields: {}, afterMs: 190_000, kind: 'already-failed' },
      { case: 'a live lease', fields: {}, afterMs: 189_999, kind: 'held-elsewhere' },
      {
        case: 'our own live lease',
        fields: { attempt_id: 'ours' },
        afterMs: 189_999,
        kind: 'ours',
      },
      { case: 'success', fields: { status: 'completed' as const }, afterMs: 0, kind: 'already-completed' },
    ])('answers $case with $kind', ({ fields, afterMs, kind }) => {
      expect(decide(seen(fields, afterMs), { ...ASKER, atMostOnce: true }).kind).toBe(kind);
    });
  });

  describe('in the forced key space', () => {
    const asker: RunAsker = { ...ASKER, keySpace: 'forced' };

    test.each([
      { case: 'a completed press', fields: { status: 'completed' as const } },
      { case: 'a failed press', fields: { status: 'failed' as const } },
      { case: 'a press that failed for good', fields: { status: 'failed' as const, permanent: true } },
    ])('takes $case over as a new generation once its retry window has passed', ({ fields }) => {
      expect(summary(decide(seen({ ...fields, generation: 4 }, 1_000_001), asker))).toEqual({
        kind: 'take-over',
        generation: 5,
      });
    });

    test('answers a completed press from its record within its retry window', () => {
      expect(decide(seen({ status: 'completed' }, 1_000_000), asker).kind).toBe('already-completed');
    });

    test('keeps the generation of a press that crashed', () => {
      const decision = decide(seen({ generation: 4 }, 10_000_000), asker);

      expect(summary(decision)).toEqual({ kind: 'take-over', generation: 4 });
    });

    test('takes a crash of a job that runs at most once for the end of its press', () => {
      const decision = decide(seen({ generation: 4 }, 10_000_000), { ...asker, atMostOnce: true });

      expect(summary(decision)).toEqual({ kind: 'take-over', generation: 5 });
    });

    test('does not take its own claim, heard of too late, for an earlier press', () => {
      const decision = decide(seen({ attempt_id: 'ours' }, 10_000_000), { ...asker, atMostOnce: true });

      expect(decision.kind).toBe('own-lease-over');
    });
  });
});

describe('decide for an idempotency key', () => {
  const asker = { attemptId: 'ours', keySpace: 'idempotency-key', payloadHash: 'p' } as const;

  test.each([
    { case: 'a live lease', fields: {}, afterMs: 0, kind: 'held-elsewhere' },
    { case: 'our own live lease', fields: { attempt_id: 'ours' }, afterMs: 0, kind: 'ours' },
    { case: 'a lease at its end', fields: {}, afterMs: 190_000, kind: 'take-over' },
    { case: 'a failure', fields: { status: 'failed' as const }, afterMs: 0, kind: 'take-over' },
    {
      case: 'a failure that somebody called permanent',
      fields: { status: 'failed' as const, permanent: true },
      afterMs: 0,
      kind: 'take-over',
    },
    {
      case: 'success of long ago',
      fields: { status: 'completed' as const },
      afterMs: 10_000_000,
      kind: 'already-completed',
    },
  ])('answers $case with $kind', ({ fields, afterMs, kind }) => {
    expect(decide(seen({ ...fields, payload_hash: 'p' }, afterMs), asker).kind).toBe(kind);
  });

  test.each([
    { case: 'a live lease', fields: {}, afterMs: 0 },
    { case: 'a lease at its end', fields: {}, afterMs: 190_000 },
    { case: 'a failure', fields: { status: 'failed' as const }, afterMs: 0 },
    { case: 'success', fields: { status: 'completed' as const }, afterMs: 0 },
  ])('neither takes over nor answers $case of another payload', ({ fields, afterMs }) => {
    expect(decide(seen({ ...fields, payload_hash: 'q' }, afterMs), asker)).toEqual({ kind: 'other-payload' });
    expect(decide(seen(fields, afterMs), asker)).toEqual({ kind: 'other-payload' });
  });
});

describe('decideAfterLoss', () => {
  test.each([
    { case: 'no record', sighting: { run: undefined, readAtMs: UPDATED_MS }, kind: undefined },
    { case: 'an attempt at work', sighting: seen({}, 0), kind: 'held-elsewhere' },
    { case: 'an attempt whose lease is over', sighting: seen({}, 500_000), kind: 'held-elsewhere' },
    { case: 'success', sighting: seen({ status: 'completed' }, 0), kind: 'already-completed' },
    { case: 'a retryable failure', sighting: seen({ status: 'failed' }, 0), kind: undefined },
    {
      case: 'a permanent failure',
      sighting: seen({ status: 'failed', permanent: true }, 0),
      kind: 'already-failed',
    },
  ])('answers $case with $kind', ({ sighting, kind }) => {
    expect(decideAfterLoss(sighting, false)?.kind).toBe(kind);
  });

  test('asks for at least one second of patience when the lease is over', () => {
    expect(decideAfterLoss(seen({}, 500_000), false)).toMatchObject({ retryAfterSeconds: 1 });
  });

  test('answers a failure of a job that runs at most once as final', () => {
    expect(decideAfterLoss(seen({ status: 'failed' }, 0), true)?.kind).toBe('already-failed');
  });
});
