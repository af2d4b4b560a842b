import { join } from 'node:path';
import type { RunRecord, Sighting } from '../../lambda-handler/protocol/run-store';
import { FirestoreRunStore } from '../../lambda-handler/stores/firestore-run-store';
import { SystemClock } from '../../lambda-handler/system-clock';
import { encodeJobs, encodeStore, type FirestoreLocation } from '../../src/contract/environment';
import { HEADER } from '../../src/contract/header-names';
import { JOB_SETTINGS_DEFAULTS, type JobSettings } from '../../src/contract/job-settings';
import { runId } from '../../src/contract/run-identity';
import { printScheduleTime } from '../../src/contract/schedule-time';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import { findDocuments } from '../support/find-documents';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { type FunctionHost, type FunctionHostOptions, startFunctionHost } from '../support/function-host';
import { type Answer, type SchedulerRequest, send } from '../support/scheduler-request';
import { until } from '../support/until';
import type { Behaviour } from './logic/steered';

/** What starts the archive. */
export const HOSTS: readonly { readonly host: FunctionHostOptions['host'] }[] = [
  { host: 'functions-framework' },
  { host: 'plain' },
];

const FIRST_TIME_MS = Date.UTC(2026, 0, 16, 12);
const MINUTE_MS = 60_000;

/** One scheduled run of the job. */
export interface Run {
  readonly runId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A job whose logic does what each delivery's body names, its handlers in processes, and its records. */
export class HostWorld {
  readonly settings: JobSettings;
  readonly environment: Readonly<Record<string, string>>;
  readonly zip: Uint8Array;
  private readonly location: FirestoreLocation;
  private readonly hosts: FunctionHost[] = [];
  private runs = 0;

  /**
   * @param name of the test file: its records have a database of their own, since Firestore is shared
   * @param firestoreHost what the handlers take for Firestore; records are always read at the source
   */
  constructor(
    name: string,
    settings: Partial<JobSettings> = {},
    firestoreHost: string = firestoreUnderTest().host,
  ) {
    this.settings = {
      ...JOB_SETTINGS_DEFAULTS,
      project: 'billing-prod',
      location: 'europe-west1',
      jobName: 'nightly-invoices',
      timeoutSeconds: 20,
      leaseSeconds: 40,
      retentionSeconds: 1_000_000_000,
      retryWindowSeconds: 60,
      ...settings,
    };
    this.location = {
      kind: 'firestore',
      project: 'demo-hosts',
      database: `hosts-${name}`,
      collection: 'scheduler_runs',
    };
    this.environment = {
      DSJ_JOBS: encodeJobs([this.settings]),
      DSJ_STORE: encodeStore(this.location),
      FIRESTORE_EMULATOR_HOST: firestoreHost,
    };
    const logic = JobLogic.fromFile(join(__dirname, 'logic/steered.ts'));
    this.zip = buildArchive(bundleHandler({ default: logic })).zip;
  }

  /** Starts an instance and has it carry out one run, so that a slow cold start is not what a test sees. */
  async start(host: FunctionHostOptions['host']): Promise<FunctionHost> {
    const started = await startFunctionHost({ zip: this.zip, host, env: this.environment });
    this.hosts.push(started);
    await this.deliver(started, this.run());
    return started;
  }

  async stop(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.stop()));
  }

  /** A run that no other test has. */
  run(): Run {
    const { project, location, jobName } = this.settings;
    const scheduledTimeMs = FIRST_TIME_MS + this.runs++ * MINUTE_MS;
    return {
      runId: runId({ project, location, jobName, scheduledTimeMs, keySpace: 'scheduled' }),
      headers: {
        [HEADER.SCHEDULER]: 'true',
        [HEADER.JOB_NAME]: jobName,
        [HEADER.SCHEDULE_TIME]: printScheduleTime(scheduledTimeMs),
        [HEADER.PROJECT]: project,
        [HEADER.LOCATION]: location,
        'User-Agent': 'Google-Cloud-Scheduler',
      },
    };
  }

  /** Delivers a run once, as Cloud Scheduler does, with what a test changes of the request. */
  deliver(
    to: FunctionHost,
    run: Run,
    behaviour: Behaviour = 'returns',
    changes: Partial<SchedulerRequest> = {},
  ): Promise<Answer> {
    const headers = { 'Content-Type': 'application/octet-stream', ...run.headers };
    return send(to.url, { headers, body: behaviour, ...changes });
  }

  /** Delivers a run again each time that its answer says so by `Retry-After`, and gives the last answer. */
  async deliverUntilFree(to: FunctionHost, run: Run): Promise<Answer> {
    let answer: Answer | undefined;
    let againAtMs = 0;
    await until('the lease is over', async () => {
      if (performance.now() < againAtMs) return false;
      answer = await this.deliver(to, run);
      againAtMs = performance.now() + Number(answer.headers['retry-after']) * 1000;
      return answer.status !== 409;
    });
    return answer as Answer;
  }

  /** How often job logic began to work on a run, in all processes together. */
  executions(run: Run): number {
    const lines = this.hosts.flatMap((host) => host.logs);
    return lines.filter((line) => line['message'] === 'begun' && line['runId'] === run.runId).length;
  }

  /** Resolves when job logic has begun to work on a run. */
  begun(run: Run): Promise<void> {
    return until('job logic begins', () => this.executions(run) > 0);
  }

  /** The record of a run as the store has it. */
  async record(run: Run): Promise<RunRecord | undefined> {
    return (await this.sighting(run)).run?.record;
  }

  /** Deletes the record of a run, as a person would. */
  async remove(run: Run): Promise<void> {
    const { store, limit } = this.source();
    const { run: stored } = await store.read(run.runId, limit);
    await store.delete(run.runId, stored?.updateTime ?? '', limit);
  }

  /** The attempts whose effect there is. */
  async effects(run: Run): Promise<string[]> {
    const { project, database } = this.location;
    const root = `projects/${project}/databases/${database}/documents`;
    const names = ['1', '2', '3', 'again'].map((suffix) => `${root}/effects/${run.runId}-${suffix}`);
    return (await findDocuments(root, names)).map((name) => name.slice(name.lastIndexOf('-') + 1)).sort();
  }

  private async sighting(run: Run): Promise<Sighting> {
    const { store, limit } = this.source();
    return store.read(run.runId, limit);
  }

  /** The store itself, past whatever the handlers take for it. */
  private source() {
    const clock = new SystemClock();
    const store = new FirestoreRunStore({
      location: this.location,
      emulatorHost: firestoreUnderTest().host,
      accessToken: () => Promise.reject(new Error('an emulator needs no token')),
      clock,
      random: () => 0.5,
    });
    return { store, limit: { untilMs: clock.monotonicMs() + 10_000 } };
  }
}

/** The lines of a process that say something of a run, by their severity. */
export function linesOf(host: FunctionHost, run: Run, severity: string) {
  return host.logs.filter((line) => line['runId'] === run.runId && line['severity'] === severity);
}
