import type { RunRecord } from '../../lambda-handler/protocol/run-store';

/** The record of a run that has just been claimed, with the fields that a test cares about. */
export function runRecord(fields: Partial<RunRecord> = {}): RunRecord {
  const claimedAtMs = Date.UTC(2026, 9, 16, 12, 0, 1);
  return {
    status: 'in_progress',
    attempt_id: '0b7a4f0e-5d0c-4a53-9f0e-1c2d3e4f5a6b',
    attempt: 1,
    lease_seconds: 190,
    renewals: 0,
    lease_expires: claimedAtMs + 190_000,
    expire_at: claimedAtMs + 7 * 86_400_000,
    project: 'billing-prod',
    location: 'europe-west1',
    job: 'nightly-invoices',
    schedule_time: Date.UTC(2026, 9, 16, 12),
    generation: 0,
    started_at: claimedAtMs,
    ...fields,
  };
}
