import type { JobSettings } from '../../src/contract/job-settings';
import { FIRST_GENERATION } from './decide';
import type { Settled } from './logic-result';
import type { RunRecord, StoredRun } from './run-store';

/** The last instant that a store can keep: RFC 3339 has no year after 9999. Milliseconds since 1970. */
const LATEST_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** What of its settings a claim writes. */
export type RecordedSettings = Pick<JobSettings, 'jobName' | 'leaseSeconds' | 'retentionSeconds'> &
  Partial<Pick<JobSettings, 'project' | 'location'>>;

/** What a claim writes, apart from what it finds. `nowMs` is the wall clock: these times are for people. */
export interface ClaimFacts {
  readonly settings: RecordedSettings;
  readonly scheduledTimeMs?: number;
  readonly payloadHash?: string;
  readonly attemptId: string;
  readonly nowMs: number;
}

/** The record of a run that nobody has claimed before. */
export function firstRecord(facts: ClaimFacts): RunRecord {
  return {
    ...holderFields(facts),
    attempt: 1,
    generation: FIRST_GENERATION,
    started_at: facts.nowMs,
    expire_at: forgetAtMs(facts),
    project: facts.settings.project,
    location: facts.settings.location,
    job: facts.settings.jobName,
    schedule_time: facts.scheduledTimeMs,
    payload_hash: facts.payloadHash,
  };
}

/** The changes that make a found record ours and clear what the attempt before it left. */
export function takeOverChanges(facts: ClaimFacts, found: StoredRun, generation: number) {
  return {
    ...holderFields(facts),
    attempt: found.record.attempt + 1,
    generation,
    started_at: startedAtMs(facts, found, generation),
    expire_at: Math.max(found.record.expire_at, forgetAtMs(facts)),
    finished_at: undefined,
    permanent: undefined,
    error: undefined,
    result: undefined,
  } satisfies Partial<RunRecord>;
}

/** When the run began: an attempt that takes over goes on with it, another press of a forced run begins anew. */
function startedAtMs({ nowMs }: ClaimFacts, found: StoredRun, generation: number): number {
  return generation === found.record.generation ? found.record.started_at : nowMs;
}

/** The changes that write down how the job logic ended. */
export function finishChanges(settled: Settled, nowMs: number): Partial<RunRecord> {
  switch (settled.kind) {
    case 'returned':
      return { status: 'completed', finished_at: nowMs, result: settled.result };
    case 'threw':
      return {
        status: 'failed',
        finished_at: nowMs,
        error: settled.error,
        permanent: settled.permanent ? true : undefined,
      };
  }
}

function holderFields({ settings, attemptId, nowMs }: ClaimFacts) {
  return {
    status: 'in_progress',
    attempt_id: attemptId,
    lease_seconds: settings.leaseSeconds,
    renewals: 0,
    lease_expires: nowMs + settings.leaseSeconds * 1000,
  } as const;
}

/** The scheduled time counts when it is the later of the two, whatever the machine's clock says. */
function forgetAtMs({ settings, scheduledTimeMs, nowMs }: ClaimFacts): number {
  return Math.min(
    Math.max(scheduledTimeMs ?? nowMs, nowMs) + settings.retentionSeconds * 1000,
    LATEST_TIME_MS,
  );
}
