import { setTimeout as sleep } from 'node:timers/promises';
import { HostWorld } from '../hosts/host-world';
import { startFirestore } from '../support/firestore-server';
import { firestoreUnderTest } from '../support/firestore-under-test';
import type { FunctionHost } from '../support/function-host';
import { OutcomeTable } from './outcome-table';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

const table = new OutcomeTable(['store', 'first answer', 'retry', 'executions']);
let proxy: TcpProxy;
let world: HostWorld;
let handler: FunctionHost;

beforeAll(async () => {
  proxy = await startTcpProxy(firestoreUnderTest().host);
  world = new HostWorld('restarted-store', {}, proxy.host);
  handler = await world.start('plain');
});

afterAll(async () => {
  table.print();
  await world.stop();
  await proxy.stop();
});

/** A run whose job logic works while something happens to the store, and ends before that is over. */
async function runDuring(happening: () => Promise<void>) {
  const run = world.run();
  const answered = world.deliver(handler, run, 'waits');
  await world.begun(run);
  const happened = happening();
  await world.deliver(handler, world.run(), 'releases those that wait');
  await happened;
  const first = await answered;
  const retry = await world.deliver(handler, run);
  return { run, first, retry, executions: world.executions(run) };
}

describe('a store that goes away while job logic works', () => {
  test('is waited for, and takes the outcome when it is back', async () => {
    const { run, first, retry, executions } = await runDuring(async () => {
      proxy.setDown(true);
      await sleep(3_000);
      proxy.setDown(false);
    });

    table.add(
      'away for 3 s',
      `${first.status} ${first.body['outcome']}`,
      String(retry.body['outcome']),
      executions,
    );
    expect(first).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
    expect(retry).toMatchObject({ status: 200, body: { outcome: 'already-completed' } });
    expect(executions).toBe(1);
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  test('and has lost its records when it is back, gets no outcome, and the retry runs again', async () => {
    const replacement = await startFirestore();
    try {
      const { first, retry, executions } = await runDuring(async () => {
        proxy.setDown(true);
        proxy.retarget(replacement.host);
        await sleep(500);
        proxy.setDown(false);
      });

      const row = [
        `${first.status} ${first.body['outcome']}`,
        String(retry.body['outcome']),
        executions,
      ] as const;
      table.add('restarted without its records', ...row);
      expect(first).toMatchObject({ status: 500, body: { outcome: 'superseded' } });
      expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
      expect(executions).toBe(2);
    } finally {
      proxy.retarget(firestoreUnderTest().host);
      proxy.setDown(true);
      proxy.setDown(false);
      await replacement.stop();
    }
  });
});
