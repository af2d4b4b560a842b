import { symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { encodeJobs, encodeStore } from '../../src/contract/environment';
import { HEADER } from '../../src/contract/header-names';
import { JOB_SETTINGS_DEFAULTS } from '../../src/contract/job-settings';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import { startFirestoreStandIn } from '../support/firestore-stand-in';
import { spawnFunctionHost, startFunctionHost } from '../support/function-host';
import { accessTokenAnswer, startMetadataServer } from '../support/metadata-server';
import { startRefusingProxy } from '../support/refusing-proxy';
import { temporaryProject } from '../support/temporary-project';

const project = temporaryProject({
  'jobs/invoices.ts': `
    import { type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';
    import { sum } from './sum';
    export default async function invoices(run: JobRun) {
      if (run.body.length > 0) throw new PermanentFailure('no body is expected');
      return { sum: sum([20, 22]), attempt: run.attempt };
    }`,
  'jobs/with-library.ts': `
    import { GoogleAuth } from 'google-auth-library';
    export default async function withLibrary() {
      const { OAuth2Client } = await import('google-auth-library');
      return [new GoogleAuth() instanceof GoogleAuth, OAuth2Client.name];
    }`,
  'node_modules/.keep': '',
  'jobs/sum.ts': 'export const sum = (parts: number[]): number => parts.reduce((a, b) => a + b, 0);',
});

symlinkSync(
  dirname(require.resolve('google-auth-library/package.json')),
  project.path('node_modules/google-auth-library'),
  'junction',
);

const job = {
  ...JOB_SETTINGS_DEFAULTS,
  project: 'billing-project',
  location: 'europe-west1',
  jobName: 'nightly-invoices',
  timeoutSeconds: 20,
  leaseSeconds: 40,
  retentionSeconds: 1_000_000_000,
  retryWindowSeconds: 60,
};
const store = {
  kind: 'firestore',
  project: 'billing-project',
  database: 'scheduler',
  collection: 'scheduler_runs',
} as const;
const env = { DSJ_JOBS: encodeJobs([job]), DSJ_STORE: encodeStore(store) };
const HOSTS = [{ host: 'functions-framework' }, { host: 'plain' }] as const;

const { zip } = buildArchive(bundleHandler({ default: JobLogic.fromFile(project.path('jobs/invoices.ts')) }));

afterAll(() => project.remove());

function deliver(url: string, scheduleTime: string, body?: string): Promise<Response> {
  const headers = {
    [HEADER.SCHEDULER]: 'true',
    [HEADER.JOB_NAME]: job.jobName,
    [HEADER.SCHEDULE_TIME]: scheduleTime,
    [HEADER.PROJECT]: job.project,
    [HEADER.LOCATION]: job.location,
  };
  return fetch(url, { method: 'POST', headers, body });
}

describe.each(HOSTS)('the archive under $host', ({ host }) => {
  test('runs its job logic once for two deliveries of a run', async () => {
    const firestore = await startFirestoreStandIn();
    const handler = await startFunctionHost({
      zip,
      host,
      env: { ...env, FIRESTORE_EMULATOR_HOST: firestore.host },
    });
    try {
      const first = await deliver(handler.url, '2026-01-16T12:00:00Z');
      const second = await deliver(handler.url, '2026-01-16T12:00:00Z');
      const refused = await deliver(handler.url, '2026-01-16T12:05:00Z', '{"unexpected":true}');

      expect([first.status, second.status, refused.status]).toEqual([200, 200, 422]);
      const { result } = (await first.json()) as { result: unknown };
      expect(result).toEqual({ sum: 42, attempt: 1 });
      expect(await second.json()).toEqual(expect.objectContaining({ result }));
    } finally {
      await handler.stop();
      await firestore.stop();
    }
  });

  test('ends with code 1 and one line that names every problem when its environment is missing', async () => {
    const handler = await spawnFunctionHost({ zip, host, env: {} });

    const exit = await handler.exited;

    await handler.stop();
    expect(exit).toEqual({ code: 1, signal: null });
    expect(handler.logs).toEqual([expect.objectContaining({ severity: 'CRITICAL' })]);
    expect(JSON.stringify(handler.logs)).toContain('DSJ_JOBS must be set');
    expect(JSON.stringify(handler.logs)).toContain('DSJ_STORE must be set');
  });
});

describe('the archive', () => {
  test('runs job logic that uses the auth library itself', async () => {
    const logic = JobLogic.fromFile(project.path('jobs/with-library.ts'));
    const firestore = await startFirestoreStandIn();
    const handler = await startFunctionHost({
      zip: buildArchive(bundleHandler({ default: logic })).zip,
      host: 'plain',
      env: { ...env, FIRESTORE_EMULATOR_HOST: firestore.host },
    });
    try {
      const answer = await deliver(handler.url, '2026-01-16T12:00:00Z');

      expect(await answer.json()).toMatchObject({ result: [true, 'OAuth2Client'] });
    } finally {
      await handler.stop();
      await firestore.stop();
    }
  });

  test('gets a token from the metadata server before it calls Firestore', async () => {
    const metadata = await startMetadataServer(({ kind }) =>
      kind === 'token' ? accessTokenAnswer('token-of-the-runtime-account') : {},
    );
    const proxy = await startRefusingProxy();
    const handler = await startFunctionHost({
      zip,
      host: 'plain',
      env: {
        ...env,
        GCE_METADATA_HOST: metadata.host,
        NODE_USE_ENV_PROXY: '1',
        HTTPS_PROXY: proxy.url,
        NO_PROXY: '127.0.0.1',
        // Credentials of whoever runs the tests would come first.
        HOME: project.directory,
        APPDATA: project.directory,
      },
    });
    try {
      void deliver(handler.url, '2026-01-16T12:00:00Z').catch(() => undefined);

      expect(await proxy.firstWanted).toBe('firestore.googleapis.com:443');
      expect(metadata.paths).toContain('/computeMetadata/v1/instance/service-accounts/default/token');
    } finally {
      await handler.stop();
      await proxy.stop();
      await metadata.stop();
    }
  });
});
