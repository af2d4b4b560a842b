import { join } from 'node:path';
import { encodeJobs, encodeStore } from '../../src/contract/environment';
import { JOB_SETTINGS_DEFAULTS, type JobSettings } from '../../src/contract/job-settings';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import { PROJECT } from '../emulator';
import type { Deployment } from './deployment';
import { installPackages } from './install-packages';
import { nodeCommand } from './node-command';
import { unpack } from './unpack';

/** Where packages are installed: git and the linters pass over it. */
const DIRECTORY = join(__dirname, '../node_modules/product');
const LOGIC = join(__dirname, '../../test/support/logic/empty-job.ts');

/** The job that is delivered. */
export const JOB: JobSettings = {
  ...JOB_SETTINGS_DEFAULTS,
  project: PROJECT,
  location: 'europe-west1',
  jobName: 'nightly-invoices',
  timeoutSeconds: 170,
  leaseSeconds: 190,
  // Scheduled times are counted from a fixed day in the past.
  retentionSeconds: 10_000_000_000,
  retryWindowSeconds: 600,
};

/** Deploys the handler that the library makes for a job whose logic does nothing. */
export async function deployProduct(): Promise<Deployment> {
  const { zip } = buildArchive(bundleHandler({ default: JobLogic.fromFile(LOGIC) }));
  await unpack(zip, DIRECTORY);
  await installPackages(DIRECTORY);
  return {
    label: 'this',
    directory: DIRECTORY,
    command: (host) => nodeCommand(host, DIRECTORY),
    environment: (firestoreHost) => ({
      DSJ_JOBS: encodeJobs([JOB]),
      DSJ_STORE: encodeStore({
        kind: 'firestore',
        project: PROJECT,
        database: '(default)',
        collection: 'scheduler_runs',
      }),
      FIRESTORE_EMULATOR_HOST: firestoreHost,
    }),
  };
}
