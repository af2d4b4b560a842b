import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKeyId } from '../../src/contract/run-identity';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { OutputFile } from '../support/output-file';
import { type Answer, send } from '../support/scheduler-request';
import { temporaryProject } from '../support/temporary-project';
import { until } from '../support/until';
import { databaseOf } from './guard-world';

const ROOT = resolve(__dirname, '../..');
const LEASE_SECONDS = 4;

interface Instance {
  readonly child: ChildProcess;
  readonly output: OutputFile;
  readonly url: string;
}

const files = temporaryProject();
const instances: Instance[] = [];
let started = 0;

afterAll(async () => {
  for (const { child, output } of instances) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    output.close();
  }
  files.remove();
});

async function startInstance(): Promise<Instance> {
  const { project, database } = databaseOf('killed-service');
  const file = join(__dirname, 'service/stuck-service.ts');
  const output = new OutputFile(join(files.directory, `stdout-${started++}`));
  const child = spawn(process.execPath, ['--import', 'tsx', file, project, database, String(LEASE_SECONDS)], {
    cwd: ROOT,
    env: { ...process.env, FIRESTORE_EMULATOR_HOST: firestoreUnderTest().host },
    stdio: ['ignore', output.descriptor, 'inherit'],
  });
  await until('it listens', () => output.lines.length > 0);
  const url = `http://127.0.0.1:${output.lines[0]?.replace('port ', '')}/charges`;
  const instance = { child, output, url };
  instances.push(instance);
  return instance;
}

function post({ url }: Instance, key: string): Promise<Answer> {
  return send(url, { headers: { 'Idempotency-Key': key }, body: '{}' });
}

describe('a service that is killed between claim and answer', () => {
  test('holds its key until the lease ends; the next try is attempt 2', async () => {
    const [killed, other] = await Promise.all([startInstance(), startInstance()]);
    const key = idempotencyKeyId({ guard: 'test', caller: '', key: String(process.pid) });
    const lost = post(killed, key);
    await until('it is at work', () => killed.output.lines.includes('attempt 1'));
    const atWorkMs = performance.now();

    killed.child.kill('SIGKILL');
    const first = await lost;
    const early = await post(other, key);
    let retry = early;
    while (retry.status === 409) {
      await sleep(Number(retry.headers['retry-after']) * 1000);
      retry = await post(other, key);
    }
    const duplicate = await post(other, key);

    expect(first.status).toBe('no answer');
    expect(early).toMatchObject({ status: 409, body: { outcome: 'held-elsewhere' } });
    expect(retry.status).toBe(201);
    expect(performance.now() - atWorkMs).toBeGreaterThan((LEASE_SECONDS - 1) * 1000);
    expect(duplicate).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
    expect(other.output.lines.filter((line) => line.startsWith('attempt'))).toEqual(['attempt 2']);
  });
});
