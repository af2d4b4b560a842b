/*
 * Synthesizes jobs of which no two have the same schedule, with the proof of the timing rules or as the same
 * constructs with the same times given ready-made, and prints the processor time in milliseconds.
 *
 * Arguments: `proven` or the file of the ready times, number of jobs, output directory, a file with job logic.
 */
import './proof-switch';
import { readFileSync } from 'node:fs';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { App, TerraformStack } from 'cdktf';
import { DedupedSchedulerJob } from '../../src/deduped-scheduler-job';
import { CloudRunFunction } from '../../src/handler/cloud-run-function';
import { JobLogic } from '../../src/handler/job-logic';
import { FirestoreStore } from '../../src/store/firestore-store';
import type { Timing } from '../../src/timing/timing';
import { distinctSchedules } from '../schedules';
import { PROJECT, REGION } from '../synth/place';
import { withTimes } from './proof-switch';
import { readyTimes } from './ready-times';

const JOBS_PER_HANDLER = 50;

const [times = '', jobs = '', outdir = '', logicFile = ''] = process.argv.slice(2);
const logic = JobLogic.fromFile(logicFile);

function synthesize(): void {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'bench');
  new GoogleProvider(stack, 'Google', { project: PROJECT });
  const store = new FirestoreStore(stack, 'Store', { location: REGION });
  let handler: CloudRunFunction | undefined;
  for (const [index, when] of distinctSchedules(Number(jobs)).entries()) {
    if (index % JOBS_PER_HANDLER === 0) {
      handler = new CloudRunFunction(stack, `Handler${index}`, { region: REGION, logic, store });
    }
    new DedupedSchedulerJob(stack, `Job${index}`, { region: REGION, ...when, handler });
  }
  app.synth();
}

function synthesizeWith(ready: Readonly<Record<string, Timing>>): void {
  let taken = 0;
  withTimes(({ schedule, timeZone }) => {
    taken += 1;
    const timing = ready[`${schedule} ${timeZone}`];
    if (timing === undefined) throw new Error(`assumption failed: '${schedule}' was proven before`);
    return readyTimes(timing);
  }, synthesize);
  if (taken !== Number(jobs)) throw new Error(`assumption failed: each of ${jobs} jobs took its times`);
}

const ready = times === 'proven' ? undefined : JSON.parse(readFileSync(times, 'utf8'));
const before = process.cpuUsage();
if (ready === undefined) synthesize();
else synthesizeWith(ready);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1_000));
