/*
 * What the proof of the timing rules costs at synth: 500 jobs with 500 different schedules, with the proof and
 * as the same constructs with the same times given ready-made, its warnings left out. By turns: warm in one
 * process, and cold in a process for each. Processor time, so that what else the machine does counts for little.
 *
 *   npm run bench:synth
 */
import './proof-switch';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob } from '../src/deduped-scheduler-job';
import { CloudRunFunction } from '../src/handler/cloud-run-function';
import type { jobTimes } from '../src/job-timing';
import { FirestoreStore } from '../src/store/firestore-store';
import type { Timing } from '../src/timing/timing';
import { BENCH_JOBS, JOBS, LOGIC } from './bench-jobs';
import { withTimes } from './proof-switch';
import { provenTimes, readyTimes } from './ready-times';

const JOBS_PER_HANDLER = 50;
const WARM_ROUNDS = 9;
const COLD_ROUNDS = 5;
const TARGET_RATIO = 1.1;
const REGION = 'europe-west1';

function synthesize(): void {
  const outdir = mkdtempSync(join(tmpdir(), 'bench-synth-'));
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'bench');
  new GoogleProvider(stack, 'Google', { project: 'acme-bench' });
  const store = new FirestoreStore(stack, 'Store', { location: REGION });
  let handler: CloudRunFunction | undefined;
  for (const [index, { id, schedule, timeZone }] of BENCH_JOBS.entries()) {
    if (index % JOBS_PER_HANDLER === 0) {
      handler = new CloudRunFunction(stack, `Handler${index}`, { region: REGION, logic: LOGIC, store });
    }
    new DedupedSchedulerJob(stack, id, { region: REGION, schedule, timeZone, handler });
  }
  app.synth();
  rmSync(outdir, { recursive: true });
}

/** The times of each job, which the cold processes read from a file. */
type TimesByJob = Readonly<Record<string, Timing>>;

/** One synthesis with the proof, or with the times ready-made. */
function synthesizeWith(ready: TimesByJob | undefined): void {
  if (ready === undefined) {
    synthesize();
    return;
  }
  let taken = 0;
  const takeTimes: typeof jobTimes = ({ schedule, timeZone }) => {
    taken += 1;
    const timing = ready[`${schedule} ${timeZone}`];
    if (timing === undefined) throw new Error(`assumption failed: '${schedule}' was proven before`);
    return readyTimes(timing);
  };
  withTimes(takeTimes, synthesize);
  if (taken !== JOBS) throw new Error(`assumption failed: each of ${JOBS} jobs took its times, not ${taken}`);
}

/** Processor time of an action, in milliseconds. */
function processorMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

interface Round {
  readonly readyMs: number;
  readonly provenMs: number;
}

function warmRounds(ready: TimesByJob): Round[] {
  synthesizeWith(undefined);
  synthesizeWith(ready);
  return Array.from({ length: WARM_ROUNDS }, () => ({
    readyMs: processorMs(() => synthesizeWith(ready)),
    provenMs: processorMs(() => synthesizeWith(undefined)),
  }));
}

function coldRounds(readyFile: string): Round[] {
  const run = (...args: string[]) =>
    Number(execFileSync(process.execPath, [...process.execArgv, __filename, ...args], { encoding: 'utf8' }));
  return Array.from({ length: COLD_ROUNDS }, () => ({
    readyMs: run('ready', readyFile),
    provenMs: run('proven'),
  }));
}

function report(title: string, rounds: readonly Round[]): number {
  const middle = (value: (round: Round) => number) =>
    rounds.map(value).sort((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? 0;
  const ratio = middle(({ provenMs, readyMs }) => provenMs / readyMs);
  const times = `${middle(({ provenMs }) => provenMs).toFixed(0)} ms with the proof, ${middle(({ readyMs }) => readyMs).toFixed(0)} ms without`;
  console.log(
    `${title}: ${times}, ratio ${ratio.toFixed(3)} (medians of ${rounds.length}), target at most ${TARGET_RATIO.toFixed(2)}`,
  );
  return ratio;
}

function compare(): void {
  const directory = mkdtempSync(join(tmpdir(), 'bench-times-'));
  const readyFile = join(directory, 'times.json');
  const ready = provenTimes(BENCH_JOBS);
  writeFileSync(readyFile, JSON.stringify(ready));
  console.log(`${JOBS} jobs, ${Object.keys(ready).length} schedules; processor time of one synthesis`);
  const ratios = [report('cold', coldRounds(readyFile)), report('warm', warmRounds(ready))];
  rmSync(directory, { recursive: true });
  if (Math.max(...ratios) > TARGET_RATIO) process.exitCode = 1;
}

const [mode, readyFile = ''] = process.argv.slice(2);
if (mode === undefined) compare();
else {
  const ready = mode === 'ready' ? (JSON.parse(readFileSync(readyFile, 'utf8')) as TimesByJob) : undefined;
  console.log(processorMs(() => synthesizeWith(ready)));
}
