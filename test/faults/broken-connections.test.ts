import { HostWorld } from '../hosts/host-world';
import { firestoreUnderTest } from '../support/firestore-under-test';
import type { FunctionHost } from '../support/function-host';
import type { Answer } from '../support/scheduler-request';
import { OutcomeTable } from './outcome-table';
import { pass, startTcpProxy, TCP_FAULTS, type TcpFault, type TcpProxy } from './tcp-proxy';

const table = new OutcomeTable(['connection', 'at', 'answer', 'executions', 'duplicate']);
const CASES = (Object.keys(TCP_FAULTS) as TcpFault[]).flatMap((fault) =>
  (['claim', 'finish'] as const).map((at) => ({ fault, at })),
);

interface Seen {
  readonly answer: Answer;
  readonly duplicate: Answer;
  readonly executions: number;
  readonly record: unknown;
}

let proxy: TcpProxy;
let world: HostWorld;
let handler: FunctionHost;
const seen = new Map<string, Seen>();

async function deliverUnder(fault: TcpFault, at: 'claim' | 'finish'): Promise<Seen> {
  const run = world.run();
  // The first request about a run is its claim, the next one its finish.
  const broken = at === 'claim' ? 0 : 1;
  proxy.treat(run.runId, (index) => (index === broken ? TCP_FAULTS[fault] : pass));
  const answer = await world.deliver(handler, run);
  const duplicate = await world.deliver(handler, run);
  return { answer, duplicate, executions: world.executions(run), record: await world.record(run) };
}

beforeAll(async () => {
  proxy = await startTcpProxy(firestoreUnderTest().host);
  world = new HostWorld('broken-connections', {}, proxy.host);
  handler = await world.start('plain');
  // Most of them only wait.
  await Promise.all(
    CASES.map(async ({ fault, at }) => seen.set(`${fault} ${at}`, await deliverUnder(fault, at))),
  );
});

afterAll(async () => {
  table.print();
  await world.stop();
  await proxy.stop();
});

describe('a connection that breaks', () => {
  test.each(CASES)('is got over: $fault, at the $at', ({ fault, at }) => {
    const { answer, duplicate, executions, record } = seen.get(`${fault} ${at}`) as Seen;

    table.add(
      fault,
      at,
      `${answer.status} ${answer.body['outcome']}`,
      executions,
      String(duplicate.body['outcome']),
    );
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
    expect(duplicate).toMatchObject({ status: 200, body: { outcome: 'already-completed', attempt: 1 } });
    expect(executions).toBe(1);
    expect(record).toMatchObject({ status: 'completed', attempt: 1 });
  });
});
