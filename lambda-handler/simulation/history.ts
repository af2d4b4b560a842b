import type { JobSettings } from '../../src/contract/job-settings';
import type { RunStatus } from '../../src/contract/record-fields';
import type { DocumentFields } from '../document-writes';
import type { DeliveryFaults } from './fault-plan';

/** One delivery of a run. All times of a history are true times, in milliseconds since 1970. */
export interface DeliveryEntry {
  /** From 0, in the order of sending. */
  readonly id: number;
  readonly scheduledTimeMs: number;
  /** Who sent it. */
  readonly sender: 'scheduler' | 'duplicate' | 'person';
  readonly sentAtMs: number;
  readonly settings: JobSettings;
  readonly faults: DeliveryFaults;
  /** When the handler began with it. */
  handledAtMs?: number;
  /** What the handler answered, heard or not. */
  answer?: {
    readonly atMs: number;
    readonly status: number;
    readonly outcome: string;
    readonly attempt?: number;
  };
  /** When and why its instance died, if it did. */
  death?: { readonly atMs: number; readonly why: InstanceDeath };
  /** When its instance was told to stop, if it was. */
  stoppedAtMs?: number;
  /** Its instance stood still for a while. */
  wasFrozen: boolean;
}

/** Why an instance died. */
export type InstanceDeath = 'crash' | 'watchdog' | 'exit' | 'killed-after-stop';

/** One call of job logic. */
export interface Execution {
  /** The delivery that it is part of. */
  readonly delivery: number;
  readonly scheduledTimeMs: number;
  readonly forced: boolean;
  readonly runId: string;
  readonly attempt: number;
  readonly startedAtMs: number;
  /** When it settled, or its instance died. */
  endedAtMs?: number;
  /** It has called `run.completeWith`: its end may be written before it has settled. */
  completesAtomically: boolean;
  /** When its signal said that another attempt holds the run, if it did. */
  toldLostAtMs?: number;
  end?: 'returned' | 'threw' | 'died';
}

/** One change of a record. */
export interface Commit {
  readonly kind: 'claim' | 'renewal' | 'finish' | 'release' | 'forgotten';
  readonly atMs: number;
  /** By the store's clock. */
  readonly storeTimeMs: number;
  readonly runId: string;
  /** The delivery that sent it; `undefined` where the store forgot the record. */
  readonly delivery: number | undefined;
  readonly attemptId: string;
  readonly attempt: number;
  readonly generation: number;
  readonly status: RunStatus;
  readonly permanent: boolean;
  readonly leaseSeconds: number;
  /** Where the record stood before. */
  readonly before: RecordState | undefined;
}

/** What a commit found. */
export interface RecordState {
  readonly attemptId: string;
  readonly attempt: number;
  readonly generation: number;
  readonly status: RunStatus;
  readonly permanent: boolean;
  /** When it was last written, by the store's clock. */
  readonly updatedAtMs: number;
  /** When the lease was over, by the store's clock. */
  readonly leaseEndMs: number;
}

/** Everything that happened in one simulation. */
export class History {
  readonly deliveries: DeliveryEntry[] = [];
  readonly executions: Execution[] = [];
  readonly commits: Commit[] = [];
  /** Scheduled times that Cloud Scheduler skipped, since it was still busy with an earlier run. */
  readonly skippedMs: number[] = [];
  /** The documents that `run.completeWith` has written, by their paths. */
  documents: ReadonlyMap<string, DocumentFields> = new Map();
  /** The most store calls that one delivery had open at a time. */
  mostOpenCalls = 0;

  /** The history as text, a line for each thing that happened. */
  toString(): string {
    const at = (ms: number) => new Date(ms).toISOString();
    const lines: { readonly atMs: number; readonly text: string }[] = [];
    for (const { id, sender, sentAtMs, scheduledTimeMs, answer, death } of this.deliveries) {
      lines.push({ atMs: sentAtMs, text: `delivery ${id} of the run of ${at(scheduledTimeMs)} (${sender})` });
      if (death !== undefined)
        lines.push({ atMs: death.atMs, text: `delivery ${id}: instance gone (${death.why})` });
      if (answer !== undefined) {
        lines.push({ atMs: answer.atMs, text: `delivery ${id}: ${answer.status} ${answer.outcome}` });
      }
    }
    for (const { delivery, attempt, startedAtMs, endedAtMs, end } of this.executions) {
      lines.push({ atMs: startedAtMs, text: `delivery ${delivery}: job logic begins, attempt ${attempt}` });
      if (endedAtMs !== undefined)
        lines.push({ atMs: endedAtMs, text: `delivery ${delivery}: job logic ${end}` });
    }
    for (const { delivery, kind, atMs, status, attempt } of this.commits) {
      lines.push({
        atMs,
        text: `delivery ${delivery ?? '-'}: ${kind} committed, ${status}, attempt ${attempt}`,
      });
    }
    for (const atMs of this.skippedMs) lines.push({ atMs, text: 'Cloud Scheduler skips a run' });
    lines.sort((a, b) => a.atMs - b.atMs);
    return lines.map(({ atMs, text }) => `${at(atMs)}  ${text}`).join('\n');
  }
}
