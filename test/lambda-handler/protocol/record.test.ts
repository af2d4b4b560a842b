import { type ClaimFacts, firstRecord, takeOverChanges } from '../../../lambda-handler/protocol/record';
import { encodeRecord } from '../../../lambda-handler/stores/firestore-codec';
import { runRecord } from '../../support/run-record';
import { SCHEDULED_MS, SETTINGS } from './protocol-world';

const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const RETENTION_MS = SETTINGS.retentionSeconds * 1000;

function facts(changes: Partial<ClaimFacts>): ClaimFacts {
  return {
    settings: SETTINGS,
    scheduledTimeMs: SCHEDULED_MS,
    attemptId: 'a',
    nowMs: SCHEDULED_MS,
    ...changes,
  };
}

describe('firstRecord', () => {
  test.each([
    { case: 'scheduled time', scheduledTimeMs: SCHEDULED_MS, nowMs: SCHEDULED_MS - 1 },
    { case: 'time of the claim', scheduledTimeMs: SCHEDULED_MS - 1, nowMs: SCHEDULED_MS },
  ])('is kept for the retention from the $case, when that is later', ({ scheduledTimeMs, nowMs }) => {
    expect(firstRecord(facts({ scheduledTimeMs, nowMs })).expire_at).toBe(SCHEDULED_MS + RETENTION_MS);
  });

  test.each([
    { case: 'before', scheduledTimeMs: LATEST_MS - RETENTION_MS - 1, expireAtMs: LATEST_MS - 1 },
    { case: 'at', scheduledTimeMs: LATEST_MS - RETENTION_MS, expireAtMs: LATEST_MS },
    { case: 'after', scheduledTimeMs: LATEST_MS - 999, expireAtMs: LATEST_MS },
  ])('is kept until the last time that a store knows, when it would be $case that', (row) => {
    const record = firstRecord(facts({ scheduledTimeMs: row.scheduledTimeMs }));

    expect(record.expire_at).toBe(row.expireAtMs);
    expect(encodeRecord(record)['expire_at']).toEqual({
      timestampValue: expect.stringMatching(/^9999-12-31T23:59:59\.99/),
    });
  });
});

describe('takeOverChanges', () => {
  test('never shortens the time that a record is kept', () => {
    const run = { record: runRecord({ expire_at: LATEST_MS }), updateTime: 'u', updatedAtMs: SCHEDULED_MS };

    expect(takeOverChanges(facts({}), run, 0).expire_at).toBe(LATEST_MS);
  });

  test.each([
    { case: 'keeps when the run began', generation: 2, startedAtMs: SCHEDULED_MS - 90_000 },
    { case: 'begins anew with another press', generation: 3, startedAtMs: SCHEDULED_MS },
  ])('$case', ({ generation, startedAtMs }) => {
    const record = runRecord({ generation: 2, started_at: SCHEDULED_MS - 90_000 });
    const run = { record, updateTime: 'u', updatedAtMs: SCHEDULED_MS };

    expect(takeOverChanges(facts({}), run, generation).started_at).toBe(startedAtMs);
  });
});
