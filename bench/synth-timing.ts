/*
 * What the proof of the timing rules costs at synth: 500 jobs with 500 different schedules, with the proof and
 * as the same resources with the same values given, by turns in one process. Processor time, so that what else
 * the machine does counts for little.
 *
 *   npm run bench:synth
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { DedupedSchedulerJob } from '../src/deduped-scheduler-job';
import { CloudRunFunction } from '../src/handler/cloud-run-function';
import { JobLogic } from '../src/handler/job-logic';
import { jobTimes } from '../src/job-timing';
import { SchedulerJob } from '../src/scheduler/scheduler-job';
import { FirestoreStore } from '../src/store/firestore-store';

const JOBS = 500;
const JOBS_PER_HANDLER = 50;
const ROUNDS = 9;
const TARGET_RATIO = 1.1;
const REGION = 'europe-west1';
const ZONES = ['Etc/UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'];
const LOGIC = JobLogic.fromFile(join(__dirname, '../test/support/logic/empty-job.ts'));

interface BenchJob {
  readonly id: string;
  readonly schedule: string;
  readonly timeZone: string;
}

const BENCH_JOBS: readonly BenchJob[] = Array.from({ length: JOBS }, (_, index) => ({
  id: `Job${index}`,
  schedule: scheduleOf(index),
  timeZone: ZONES[index % ZONES.length] ?? 'Etc/UTC',
}));

/** A fifth each: several times an hour, daily, twice a day, on weekdays, monthly; no two alike. */
function scheduleOf(index: number): string {
  const kind = index % 5;
  const which = Math.floor(index / 5);
  const minute = which % 60;
  const hour = (which + Math.floor(which / 60)) % 12;
  if (kind === 0) return `${which % 10}-59/${5 + Math.floor(which / 10)} * * * *`;
  if (kind === 1) return `${minute} ${hour} * * *`;
  if (kind === 2) return `${minute} ${hour},${hour + 12} * * *`;
  if (kind === 3) return `${minute} ${hour} * * MON-FRI`;
  return `${minute} ${hour} ${1 + (which % 28)} * *`;
}

type AddJob = (scope: Construct, job: BenchJob, handler: CloudRunFunction) => void;

function addProven(scope: Construct, { id, schedule, timeZone }: BenchJob, handler: CloudRunFunction) {
  return new DedupedSchedulerJob(scope, id, { region: REGION, schedule, timeZone, handler });
}

/** Makes what the proven jobs made, with their values written out. */
function addGiven(proven: ReadonlyMap<string, DedupedSchedulerJob>): AddJob {
  return (scope, { id, schedule, timeZone }, handler) => {
    const model = proven.get(id);
    if (model === undefined) throw new Error(`assumption failed: ${id} was proven before`);
    const { jobName, attemptDeadline, retryConfig, lease, retention, timing } = model;
    const target = handler.bindJob({
      location: REGION,
      jobName,
      attemptDeadlineSeconds: attemptDeadline.toSeconds(),
      timeoutSeconds: Number(timing.timeoutSeconds),
      leaseSeconds: lease.duration.toSeconds(),
      leaseKind: lease.kind,
      retentionSeconds: retention.toSeconds(),
      retryWindowSeconds: Number(timing.retryWindowSeconds),
      atMostOnce: timing.atMostOnce,
      forcedRuns: model.forcedRuns,
      missingScheduleTime: model.missingScheduleTime,
    });
    new SchedulerJob(new Construct(scope, id), 'SchedulerJob', {
      ...{ schedule, timeZone, region: REGION, jobName, attemptDeadline, retryConfig, target },
      runProject: handler.project,
    });
  };
}

function synthesize(addJob: AddJob): void {
  const outdir = mkdtempSync(join(tmpdir(), 'bench-synth-'));
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'bench');
  new GoogleProvider(stack, 'Google', { project: 'acme-bench' });
  const store = new FirestoreStore(stack, 'Store', { location: REGION });
  let handler: CloudRunFunction | undefined;
  for (const [index, job] of BENCH_JOBS.entries()) {
    if (index % JOBS_PER_HANDLER === 0) {
      handler = new CloudRunFunction(stack, `Handler${index}`, { region: REGION, logic: LOGIC, store });
    }
    if (handler !== undefined) addJob(stack, job, handler);
  }
  app.synth();
  rmSync(outdir, { recursive: true });
}

/** The proof by itself. */
function proveAll(): void {
  for (const { schedule, timeZone } of BENCH_JOBS) jobTimes({ schedule, timeZone });
}

/** The processor time that something takes, in milliseconds. */
function processorMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function main(): void {
  const proven = new Map<string, DedupedSchedulerJob>();
  const coldProofMs = processorMs(proveAll);
  synthesize((scope, job, handler) => proven.set(job.id, addProven(scope, job, handler)));
  synthesize(addGiven(proven));
  const rounds = Array.from({ length: ROUNDS }, () => ({
    givenMs: processorMs(() => synthesize(addGiven(proven))),
    provenMs: processorMs(() => synthesize(addProven)),
    proofMs: processorMs(proveAll),
  }));

  const middle = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const proofRatio = middle(({ provenMs, proofMs }) => provenMs / (provenMs - proofMs));
  const givenRatio = middle(({ provenMs, givenMs }) => provenMs / givenMs);
  console.log(
    `${JOBS} jobs, ${new Set(BENCH_JOBS.map(({ schedule }) => schedule)).size} schedules; medians of ${ROUNDS}`,
  );
  console.log(
    `the proof alone:                        ${middle(({ proofMs }) => proofMs).toFixed(0)} ms (first: ${coldProofMs.toFixed(0)} ms)`,
  );
  console.log(`stack of DedupedSchedulerJob:           ${middle(({ provenMs }) => provenMs).toFixed(0)} ms`);
  console.log(
    `same resources, with the values given:  ${middle(({ givenMs }) => givenMs).toFixed(0)} ms, ratio ${givenRatio.toFixed(3)}`,
  );
  console.log(
    `with the proof over without it:         ratio ${proofRatio.toFixed(3)}, target at most ${TARGET_RATIO.toFixed(2)}`,
  );
  if (proofRatio > TARGET_RATIO) process.exitCode = 1;
}

main();
