import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJobs, decodeStore } from '../../src/contract/environment';
import { HEADER } from '../../src/contract/header-names';
import { runId } from '../../src/contract/run-identity';
import { printScheduleTime } from '../../src/contract/schedule-time';
import { findDocuments } from '../support/find-documents';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { type FunctionHost, startFunctionHost } from '../support/function-host';
import { runCommand } from '../support/run-command';
import { type Answer, send } from '../support/scheduler-request';
import { SynthesizedApp } from '../support/synthesized-app';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project';
import { until } from '../support/until';

const ROOT = resolve(__dirname, '../..');
const NIGHTS_FROM_MS = Math.floor(Date.now() / 60_000) * 60_000;
const LEASE_SECONDS = 15;

/** How long after its delivery the process of a run is killed: at the claim, the work, the commit, the answer. */
const KILLED_AFTER_MS = [60, 120, 180, 240, 320, 420];

let files: TemporaryProject;
let app: SynthesizedApp;
let rates: Server;
let ratesRequests = 0;
const hosts: FunctionHost[] = [];

beforeAll(async () => {
  files = temporaryProject();
  await runCommand('npx', ['tsx', '--tsconfig', 'examples/tsconfig.json', 'examples/atomic/main.ts'], {
    cwd: ROOT,
    env: { CDKTF_OUTDIR: files.path('app') },
  });
  app = SynthesizedApp.read(files.path('app'));
  rates = createServer((_, response) => {
    ratesRequests += 1;
    setTimeout(() => response.end('{"cents":17}'), 100);
  });
  await new Promise<void>((listening) => rates.listen(0, '127.0.0.1', listening));
});

afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  rates?.close();
  files?.remove();
});

async function start(): Promise<FunctionHost> {
  const host = await startFunctionHost({
    zip: app.archive,
    host: 'functions-framework',
    env: {
      ...app.environment,
      FIRESTORE_EMULATOR_HOST: firestoreUnderTest().host,
      RATES_URL: `http://127.0.0.1:${(rates.address() as AddressInfo).port}`,
    },
  });
  hosts.push(host);
  return host;
}

/** The scheduled time of one of the nights; a minute stands for a night. */
function scheduledMs(night: number): number {
  return NIGHTS_FROM_MS - night * 60_000;
}

function deliver(to: FunctionHost, night: number): Promise<Answer> {
  const { jobName, headers } = app.delivery;
  const time = printScheduleTime(scheduledMs(night));
  const scheduler = { [HEADER.SCHEDULER]: 'true', [HEADER.JOB_NAME]: jobName, [HEADER.SCHEDULE_TIME]: time };
  return send(to.url, { headers: { ...headers, ...scheduler } });
}

/** How many entries there are of a night, over all attempts that it can have. */
async function entries(night: number): Promise<number> {
  const { DSJ_JOBS: jobs, DSJ_STORE: store } = app.environment;
  const [settings] = decodeJobs(jobs).value ?? [];
  const location = decodeStore(store).value;
  if (settings === undefined || location === undefined) throw new Error('the example has no settings');
  const id = runId({ ...settings, scheduledTimeMs: scheduledMs(night), keySpace: 'scheduled' });
  const root = `projects/${location.project}/databases/${location.database}/documents`;
  const names = [1, 2, 3, 4, 5, 6].map((attempt) => `${root}/entries/${id}-${attempt}`);
  return (await findDocuments(root, names)).length;
}

/** Delivers a night until it is answered with success, as often as the lease of a killed attempt demands. */
async function deliverUntilDone(to: FunctionHost, night: number): Promise<Answer> {
  for (;;) {
    const answer = await deliver(to, night);
    if (answer.status !== 409) return answer;
    await sleep(1_000);
  }
}

describe('the atomic example', () => {
  test('is synthesized with a lease that is renewed and a deadline that is far longer', () => {
    expect(decodeJobs(app.environment['DSJ_JOBS']).value).toMatchObject([
      { leaseKind: 'renewed', leaseSeconds: LEASE_SECONDS, timeoutSeconds: 590 },
    ]);
  });

  test('books each night once, whenever its process is killed', async () => {
    const survivor = await start();
    await deliver(survivor, 0);
    const requestsBefore = ratesRequests;
    const atWork = await start();
    const lost = deliver(atWork, 1);
    await until('the work has begun', () => ratesRequests > requestsBefore);
    atWork.kill('SIGKILL');
    await lost;
    const bookedByTheKilled = await entries(1);
    const nights = [0, 1];
    for (const killedAfterMs of KILLED_AFTER_MS) {
      const night = nights.length;
      nights.push(night);
      const killed = await start();
      const answer = deliver(killed, night);
      await sleep(killedAfterMs);
      killed.kill('SIGKILL');
      await answer;
    }

    const answers = await Promise.all(nights.map((night) => deliverUntilDone(survivor, night)));
    const booked = await Promise.all(nights.map(entries));

    expect(bookedByTheKilled).toBe(0);
    expect(answers.map(({ status }) => status)).toEqual(nights.map(() => 200));
    expect(answers.map(({ body }) => body['result'])).toEqual(nights.map(() => ({ cents: 17 })));
    expect(booked).toEqual(nights.map(() => 1));
  }, 120_000);
});
