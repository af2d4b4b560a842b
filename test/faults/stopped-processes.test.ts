import { setTimeout as sleep } from 'node:timers/promises';
import { HostWorld, type Run } from '../hosts/host-world';
import { firestoreUnderTest } from '../support/firestore-under-test';
import type { FunctionHost } from '../support/function-host';
import { OutcomeTable } from './outcome-table';
import { pass, startTcpProxy, type TcpProxy, type Treatment } from './tcp-proxy';

const table = new OutcomeTable(['process', 'when', 'first answer', 'attempt that completed', 'executions']);
const LEASE_SECONDS = 12;

/** Where in an attempt something happens to its process, and what a crash there leaves. */
const STEPS = [
  { step: 'before the claim arrives', crashed: { attempt: 1, executions: 1 } },
  { step: 'before the claim is heard', crashed: { attempt: 2, executions: 1 } },
  { step: 'while job logic works', crashed: { attempt: 2, executions: 2 } },
  { step: 'before the finish arrives', crashed: { attempt: 2, executions: 2 } },
  { step: 'before the finish is heard', crashed: { attempt: 1, executions: 1 } },
] as const;

type Step = (typeof STEPS)[number]['step'];

let proxy: TcpProxy;
let world: HostWorld;
let other: FunctionHost;

/** Does something to the process of a delivery when its run has come to a step. */
async function deliverWith(
  handler: FunctionHost,
  run: Run,
  step: Step,
  act: () => void,
  isTakenBack = false,
) {
  if (step === 'while job logic works') {
    const answer = world.deliver(handler, run, 'waits');
    await world.begun(run);
    act();
    return answer;
  }
  const request = step.includes('claim') ? 0 : 1;
  const acting = step.endsWith('heard') ? actWhenAnswered(act) : actOnArrival(act, isTakenBack);
  proxy.treat(run.runId, (index) => (index === request ? acting : pass));
  return world.deliver(handler, run);
}

function actOnArrival(act: () => void, isTakenBack: boolean): Treatment {
  return { ...pass, arrived: act, isSent: !isTakenBack };
}

function actWhenAnswered(act: () => void): Treatment {
  const answered: Treatment['answered'] = (bytes, client) => {
    act();
    pass.answered(bytes, client);
  };
  return { ...pass, answered };
}

beforeAll(async () => {
  proxy = await startTcpProxy(firestoreUnderTest().host);
  world = new HostWorld('stopped-processes', { leaseSeconds: LEASE_SECONDS }, proxy.host);
  other = await world.start('plain');
});

afterAll(async () => {
  table.print();
  await world.stop();
  await proxy.stop();
});

describe('kill -9', () => {
  test.concurrent.each(STEPS)('$step loses nothing', async ({ step, crashed }) => {
    const handler = await world.start('plain');
    const run = world.run();

    // What was on its way does not arrive: that it may is what `is heard` shows.
    const first = await deliverWith(handler, run, step, () => handler.kill('SIGKILL'), true);
    const last = await world.deliverUntilFree(other, run);

    table.add('kill -9', step, first.status, String(last.body['attempt']), world.executions(run));
    expect(first.status).toBe('no answer');
    expect(last).toMatchObject({ status: 200, body: { attempt: crashed.attempt } });
    expect(world.executions(run)).toBe(crashed.executions);
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: crashed.attempt });
  });
});

describe('SIGSTOP and SIGCONT', () => {
  test.concurrent.each(STEPS)('$step, within the lease, change nothing', async ({ step }) => {
    const handler = await world.start('plain');
    const run = world.run();

    const answered = deliverWith(handler, run, step, () => {
      handler.kill('SIGSTOP');
      setTimeout(() => handler.kill('SIGCONT'), 1_000);
    });
    if (step === 'while job logic works') {
      await world.begun(run);
      await world.deliver(handler, world.run(), 'releases those that wait');
    }
    const first = await answered;
    const duplicate = await world.deliver(other, run);

    table.add(
      'stopped for 1 s',
      step,
      `${first.status}`,
      String(duplicate.body['attempt']),
      world.executions(run),
    );
    expect(first).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
    expect(duplicate).toMatchObject({ status: 200, body: { outcome: 'already-completed', attempt: 1 } });
    expect(world.executions(run)).toBe(1);
  });

  test.concurrent('beyond the lease, leave the run to the next attempt', async () => {
    const handler = await world.start('plain');
    const run = world.run();

    const answered = deliverWith(handler, run, 'while job logic works', () => handler.kill('SIGSTOP'));
    await world.begun(run);
    const next = await world.deliverUntilFree(other, run);
    handler.kill('SIGCONT');
    const first = await answered;
    await sleep(100);

    table.add('stopped beyond its lease', 'while job logic works', first.status, 2, world.executions(run));
    expect(next).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
    expect(first.status).toBe('no answer');
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 2 });
    expect(world.executions(run)).toBe(2);
  });
});
