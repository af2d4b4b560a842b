import type { JobFunction } from '../../../lambda-handler/job-run';
import { ActiveAttempts } from '../../../lambda-handler/protocol/active-attempts';
import type { Delivery } from '../../../lambda-handler/protocol/attempt';
import type { Clock } from '../../../lambda-handler/protocol/clock';
import { type ProtocolPort, processDelivery } from '../../../lambda-handler/protocol/delivery';
import type { Log, Severity } from '../../../lambda-handler/protocol/log';
import type { Outcome } from '../../../lambda-handler/protocol/outcome';
import { StoreLeaseKeeper } from '../../../lambda-handler/protocol/renewed-lease';
import type { RunRecord, StoredRun } from '../../../lambda-handler/protocol/run-store';
import type { Watchdog } from '../../../lambda-handler/protocol/watchdog';
import { MemoryRunStore } from '../../../lambda-handler/stores/memory-run-store';
import type { JobSettings } from '../../../src/contract/job-settings';
import { type KeySpace, runId } from '../../../src/contract/run-identity';
import { type ManualClock, manualClock } from '../../support/manual-clock';
import { runRecord } from '../../support/run-record';
import { FaultyStore } from './faulty-store';

/** The scheduled time of the tests; the world starts one second after it. */
export const SCHEDULED_MS = Date.UTC(2026, 9, 16, 12);

export const SETTINGS: JobSettings = {
  project: 'billing-prod',
  location: 'europe-west1',
  jobName: 'nightly-invoices',
  logic: 'default',
  timeoutSeconds: 170,
  leaseSeconds: 190,
  leaseKind: 'fixed',
  retentionSeconds: 86_400,
  retryWindowSeconds: 1_000,
  atMostOnce: false,
  forcedRuns: 'separate',
  missingScheduleTime: 'reject',
};

export interface LogLine {
  readonly severity: Severity;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A watchdog that only notes when it was to end the process. */
export class FakeWatchdog implements Watchdog {
  readonly armed: { readonly attemptId: string; readonly runId: string; readonly atMs: number }[] = [];
  disarmed = 0;
  fault: Error | undefined;
  /** What arming it throws. */
  armFault: Error | undefined;
  /** What has to happen before it is ready. */
  start: Promise<void> = Promise.resolve();

  async ready(): Promise<void> {
    await this.start;
    if (this.fault !== undefined) throw this.fault;
  }

  arm(attempt: { readonly attemptId: string; readonly runId: string }, atMs: number): () => void {
    if (this.armFault !== undefined) throw this.armFault;
    this.armed.push({ ...attempt, atMs });
    return () => {
      this.disarmed += 1;
    };
  }
}

/** A store, clocks and a log, and deliveries of one run. */
export class ProtocolWorld {
  readonly clock: ManualClock;
  /** How far the store's clock is ahead of the handler's. */
  storeAheadMs = 0;
  readonly memory: MemoryRunStore;
  readonly store: FaultyStore;
  readonly watchdog = new FakeWatchdog();
  readonly attempts = new ActiveAttempts();
  readonly lines: LogLine[] = [];
  readonly log: Log = (severity, message, fields = {}) => this.lines.push({ severity, message, fields });
  readonly port: ProtocolPort;
  private attemptsMade = 0;

  constructor(time = '2026-10-16T12:00:01Z') {
    this.clock = manualClock.at(time);
    this.memory = new MemoryRunStore(this.storeClock());
    this.store = new FaultyStore(this.memory);
    this.port = {
      store: this.store,
      clock: this.clock,
      watchdog: this.watchdog,
      leaseKeeper: new StoreLeaseKeeper(this),
      attempts: this.attempts,
      randomUUID: () => `attempt-${++this.attemptsMade}`,
    };
  }

  /** Delivers the run and lets as much time pass as that needs. */
  deliver(logic: JobFunction, settings: Partial<JobSettings> = {}, more: Partial<Delivery> = {}) {
    return this.clock.until(this.begin(logic, settings, more));
  }

  /** Delivers the run; the test lets time pass. */
  begin(
    logic: JobFunction,
    settings: Partial<JobSettings> = {},
    more: Partial<Delivery> = {},
  ): Promise<Outcome> {
    return processDelivery(this.port, {
      settings: { ...SETTINGS, ...settings },
      logic,
      scheduledTimeMs: SCHEDULED_MS,
      body: Buffer.alloc(0),
      headers: {},
      log: this.log,
      ...more,
    });
  }

  /** Puts a record there as another instance would have left it. */
  async put(fields: Partial<RunRecord>, keySpace: KeySpace = 'scheduled'): Promise<void> {
    await this.memory.create(RUN_IDS[keySpace], runRecord(fields), this.noLimit());
  }

  /** Changes the record as another instance would. */
  async change(fields: Partial<RunRecord>, keySpace: KeySpace = 'scheduled'): Promise<void> {
    const stored = await this.stored(keySpace);
    if (stored === undefined) throw new Error('there is no record to change');
    await this.memory.update(RUN_IDS[keySpace], fields, stored.updateTime, this.noLimit());
  }

  async remove(keySpace: KeySpace = 'scheduled'): Promise<void> {
    const stored = await this.stored(keySpace);
    await this.memory.delete(RUN_IDS[keySpace], stored?.updateTime ?? '', this.noLimit());
  }

  async stored(keySpace: KeySpace = 'scheduled'): Promise<StoredRun | undefined> {
    return (await this.memory.read(RUN_IDS[keySpace], this.noLimit())).run;
  }

  private noLimit() {
    return { untilMs: Number.POSITIVE_INFINITY };
  }

  private storeClock(): Clock {
    const { clock } = this;
    return {
      nowMs: () => clock.nowMs() + this.storeAheadMs,
      monotonicMs: () => clock.monotonicMs(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      after: (ms, callback) => clock.after(ms, callback),
    };
  }
}

/** The ids of the tests' run. */
export const RUN_IDS: Readonly<Record<KeySpace, string>> = {
  scheduled: runId({ ...SETTINGS, scheduledTimeMs: SCHEDULED_MS, keySpace: 'scheduled' }),
  forced: runId({ ...SETTINGS, scheduledTimeMs: SCHEDULED_MS, keySpace: 'forced' }),
};
