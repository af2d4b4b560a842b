import { ENVIRONMENT, encodeJobs, encodeStore } from '../../src/contract/environment';
import { JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';
import { type HandledJob, HandlerJobs } from '../../src/handler/handler-jobs';
import type { IDedupStore } from '../../src/store/dedup-store';

const LOCATION = {
  kind: 'firestore',
  project: 'acme',
  database: 'runs',
  collection: 'scheduler_runs',
} as const;
const OTHERS = { LEDGER_URL: 'https://ledger.example.com' };

function job(index: number, location: string): HandledJob {
  return {
    ...JOB_SETTINGS_DEFAULTS,
    project: 'acme-billing',
    location,
    jobName: `größe-${index}`,
    timeoutSeconds: 170,
    leaseSeconds: 190,
    retentionSeconds: 86_400,
    retryWindowSeconds: 600,
    attemptDeadlineSeconds: 180,
  };
}

function bytesOf(jobs: readonly HandledJob[]): number {
  const environment = {
    ...OTHERS,
    [ENVIRONMENT.JOBS]: encodeJobs(jobs),
    [ENVIRONMENT.STORE]: encodeStore(LOCATION),
  };
  return Object.entries(environment).reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0);
}

describe('HandlerJobs', () => {
  test.each([
    { case: 'one place', locations: ['europe-west1'] },
    { case: 'several places by turns', locations: ['europe-west1', 'us-central1', 'asia-east1'] },
  ])('takes jobs of $case up to the last byte, and tells how many there would be', ({ locations }) => {
    const jobs = new HandlerJobs({ location: LOCATION } as unknown as IDedupStore, OTHERS);
    const taken: HandledJob[] = [];
    let next = job(0, locations[0] ?? '');
    while (jobs.roomProblems(next).length === 0) {
      jobs.add(next);
      taken.push(next);
      next = job(taken.length, locations[taken.length % locations.length] ?? '');
    }

    expect(bytesOf(taken)).toBeLessThanOrEqual(32_768);
    expect(jobs.roomProblems(next)).toMatchObject([
      { got: `${bytesOf([...taken, next])} bytes with ${taken.length + 1} jobs` },
    ]);
  });
});
