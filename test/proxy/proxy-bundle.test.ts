import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { bundleCommand } from '../../src/cli/bundle-command';
import { HEADER } from '../../src/contract/header-names';
import { createArchive } from '../../src/handler/archive';
import { bundleHandler } from '../../src/handler/bundle';
import { buildArchive } from '../../src/handler/handler-source';
import { JobLogic } from '../../src/handler/job-logic';
import { startFirestoreStandIn } from '../support/firestore-stand-in';
import { startFunctionHost } from '../support/function-host';
import { type Answer, send } from '../support/scheduler-request';
import { temporaryProject } from '../support/temporary-project';
import { proxyStack } from './proxy-stack';

const files = temporaryProject({});
const received: IncomingHttpHeaders[] = [];
let receiver: Server;
let url: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/close`;
});

afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  files.remove();
});

/** Starts an archive with the environment that a stack with this proxy has, and delivers a run of its job. */
async function deliverTo(zip: Uint8Array, logic: JobLogic): Promise<Answer> {
  const { synthesized } = proxyStack(() => ({ notify: logic }));
  const { service_config } = synthesized.resource('google_cloudfunctions2_function') as any;
  const job = synthesized.resource('google_cloud_scheduler_job') as any;
  const firestore = await startFirestoreStandIn();
  const env = { ...service_config.environment_variables, FIRESTORE_EMULATOR_HOST: firestore.host };
  const handler = await startFunctionHost({ zip, host: 'plain', env });
  try {
    const scheduledTime = new Date().toISOString();
    const headers = {
      ...job.http_target.headers,
      [HEADER.SCHEDULER]: 'true',
      [HEADER.JOB_NAME]: job.name,
      [HEADER.SCHEDULE_TIME]: scheduledTime,
    };
    return await send(handler.url, { headers });
  } finally {
    await handler.stop();
    await firestore.stop();
  }
}

describe('the bundle of a handler of proxies', () => {
  test('boots with the environment of its stack and does what the settings say', async () => {
    const logic = JobLogic.http({ url, headers: { 'X-Team': 'billing' } });
    const { zip } = buildArchive(bundleHandler({ notify: logic }));
    received.length = 0;

    const { status, body } = await deliverTo(zip, logic);

    expect({ status, body }).toMatchObject({ status: 200, body: { result: { status: 204 } } });
    expect(received).toEqual([
      expect.objectContaining({
        'idempotency-key': expect.stringMatching(/^t[0-9a-f]{40}$/),
        'x-team': 'billing',
      }),
    ]);
  });

  test('holds the modules of the kinds in use and of no others, and no settings', () => {
    const bundle = bundleHandler({
      start: JobLogic.cloudRunJob({ job: 'reindex', location: 'europe-west1' }),
    });
    const names = bundle.inputs.map((path) => basename(path, '.ts'));

    expect(names).toContain('cloud-run-job');
    expect(
      names.filter((name) => ['workflow-execution', 'cloud-build-trigger', 'http', 'pub-sub'].includes(name)),
    ).toEqual([]);
    expect(Buffer.concat(Object.values(bundle.files)).toString()).not.toContain('reindex');
  });

  test('is the same for other settings of the same kinds', () => {
    const one = bundleHandler({ tell: JobLogic.pubSub({ topic: 'month-ends' }) });
    const other = bundleHandler({ tell: JobLogic.pubSub({ topic: 'year-ends', data: '{}' }) });

    expect(other).toBe(one);
  });
});

describe('deduped-scheduler bundle --proxies', () => {
  test('writes a handler for any proxy under any name', async () => {
    const directory = files.path('image');
    const out: string[] = [];
    const terminal = {
      columns: 80,
      out: (text: string) => out.push(text),
      error: (text: string) => out.push(text),
    };

    expect(bundleCommand.run(['--proxies', '--out', directory], terminal)).toBe(0);
    const written = readdirSync(directory).toSorted();
    const { zip } = createArchive(
      Object.fromEntries(written.map((name) => [name, readFileSync(join(directory, name))])),
    );
    received.length = 0;
    const { status } = await deliverTo(zip, JobLogic.http({ url }));

    expect(out).toEqual([
      `${directory}: index.js, google-auth-library.js, package.json, package-lock.json, Dockerfile`,
      'for CloudRunImage: proxies: JobLogic.workflowExecution({ … }) or others',
    ]);
    expect(written).toEqual([
      'Dockerfile',
      'google-auth-library.js',
      'index.js',
      'package-lock.json',
      'package.json',
    ]);
    expect(status).toBe(200);
    expect(received).toHaveLength(1);
  });
});
