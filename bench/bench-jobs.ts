import { join } from 'node:path';
import { JobLogic } from '../src/handler/job-logic';

/** How many jobs there are, no two with the same schedule. */
export const JOBS = 500;

const ZONES = ['Etc/UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'];

export const LOGIC = JobLogic.fromFile(join(__dirname, '../test/support/logic/empty-job.ts'));

/** One job of the measured stack. */
export interface BenchJob {
  readonly id: string;
  readonly schedule: string;
  readonly timeZone: string;
}

export const BENCH_JOBS: readonly BenchJob[] = Array.from({ length: JOBS }, (_, index) => ({
  id: `Job${index}`,
  schedule: scheduleOf(index),
  timeZone: ZONES[Math.floor(index / 5) % ZONES.length] ?? 'Etc/UTC',
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
