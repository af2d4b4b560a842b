import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKeyId } from '../../src/contract/run-identity';
import { firestoreUnderTest } from '../support/firestore-under-test';
import { type Answer, send } from '../support/scheduler-request';
import { until } from '../support/until';
import { databaseOf } from './guard-world';

const ROOT = resolve(__dirname, '../..');
const LEASE_SECONDS = 4;

interface Instance {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly url: string;
}

const instances: Instance[] = [];

afterAll(async () => {
  for (const { child } of instances) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
});

async function startInstance(): Promise<Instance> {
  const { project, database } = databaseOf('killed-service');
  const file = join(__dirname, 'service/stuck-service.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, project, database, String(LEASE_SECONDS)], {
    cwd: ROOT,
    env: { ...process.env, FIRESTORE_EMULATOR_HOST: firestoreUnderTest().host },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await until('it listens', () => lines.length > 0);
  const instance = { child, lines, url: `http://127.0.0.1:${lines[0]?.replace('port ', '')}/charges` };
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
    await until('it is at work', () => killed.lines.includes('attempt 1'));
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
    expect(other.lines.filter((line) => line.startsWith('attempt'))).toEqual(['attempt 2']);
  });
});
