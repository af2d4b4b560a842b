import type { JobSettings } from '../../src/contract/job-settings';
import type { RunStatus } from '../../src/contract/record-fields';
import type { DocumentFields } from '../document-writes';
import type { CompletionErrorCode } from '../errors';
import type { Severity } from '../protocol/log';
import type { DeliveryFaults } from './fault-plan';
import { historyText } from './history-text';

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
  /** When its instance went on after that. */
  wokeAtMs?: number;
}

/** Why an instance died. */
export type InstanceDeath = 'crash' | 'watchdog' | 'exit' | 'killed-after-stop';

/** One line that job logic wrote with `run.log`. */
export interface LogLine {
  readonly atMs: number;
  readonly severity: Severity;
  readonly message: string;
  /** A copy that has a JSON form. */
  readonly fields?: unknown;
}

/** One call of `run.completeWith`. */
export interface CompletionCall {
  readonly startedAtMs: number;
  /** Of the documents that it is to write; empty where the official SDK writes them. */
  readonly paths: readonly string[];
  /** When it settled, unless its instance died before. */
  settledAtMs?: number;
  /** A rejection is the code of its `CompletionError`, or `threw` where it is another error. */
  end?: 'committed' | 'threw' | CompletionErrorCode;
}

/** One call of job logic. */
export interface Execution {
  /** The delivery that it is part of. */
  readonly delivery: number;
  readonly scheduledTimeMs: number;
  /** A person started it before its scheduled time. */
  readonly forced: boolean;
  /** The same for all forced runs of one scheduled time, however often a person presses. */
  readonly runId: string;
  /** 0, and one more for each further press: a run of its own, which has effects of its own. */
  readonly generation: number;
  readonly attempt: number;
  readonly startedAtMs: number;
  /** When it settled, or its instance died. */
  endedAtMs?: number;
  /** Its calls of `run.completeWith`: its end may be written before it has settled. */
  readonly completions: CompletionCall[];
  readonly log: LogLine[];
  /** When its signal said that another attempt holds the run, if it did. */
  toldLostAtMs?: number;
  end?: 'returned' | 'threw' | 'died';
  /** What it threw, as text of at most 10,000 characters. */
  error?: string;
  /**
   * Its signal had fired and nothing of the simulation was left to wait for when its instance died: it waits for
   * a real timer, file or network, or for what never comes.
   */
  neverSettles: boolean;
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
    return historyText(this);
  }
}
