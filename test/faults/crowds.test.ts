import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostWorld } from '../hosts/host-world';
import { type FunctionHost, startFunctionHost } from '../support/function-host';
import type { Answer } from '../support/scheduler-request';
import { OutcomeTable } from './outcome-table';

const table = new OutcomeTable(['crowd', 'answers', 'executions', 'memory', 'handles']);
/** A heap that may grow is not cleaned up before it has grown, and would hide what is left behind. */
const SMALL_HEAP = '--max-old-space-size=64 --max-semi-space-size=2';
const world = new HostWorld('crowds');
let instances: readonly FunctionHost[];

beforeAll(async () => {
  const env = { ...world.environment, NODE_OPTIONS: SMALL_HEAP };
  instances = await Promise.all(
    [1, 2, 3].map(() => startFunctionHost({ zip: world.zip, host: 'plain', env })),
  );
  // Cold starts are not what a crowd is to show.
  await Promise.all(instances.map((instance) => world.deliver(instance, world.run())));
});

afterAll(async () => {
  table.print();
  await Promise.all(instances.map((instance) => instance.stop()));
});

/** How often job logic began to work on each run, by the lines of all processes. */
function executions(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of instances.flatMap(({ logs }) => logs)) {
    const runId = String(line['runId']);
    if (line['message'] === 'begun') counts.set(runId, (counts.get(runId) ?? 0) + 1);
  }
  return counts;
}

const instanceOf = (index: number) => instances[index % instances.length] as FunctionHost;

/** How many answers there are of each kind. */
function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = `${status} ${body['outcome']}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** What the instances hold, where the system tells. */
function held() {
  return instances.map(({ pid }) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const memoryMb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
      return { memoryMb, handles: readdirSync(`/proc/${pid}/fd`).length };
    } catch {
      return { memoryMb: 0, handles: 0 };
    }
  });
}

describe('a crowd of deliveries', () => {
  test('of one run, 200 at once over three processes, executes it once', async () => {
    const run = world.run();

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => world.deliver(instanceOf(index), run)),
    );

    const { '200 completed': completed, ...others } = counted(answers);
    table.add(
      '200 deliveries of one run',
      JSON.stringify(counted(answers)),
      executions().get(run.runId) ?? 0,
      '',
      '',
    );
    expect(completed).toBe(1);
    expect(Object.keys(others).filter((kind) => !OF_DUPLICATES.includes(kind))).toEqual([]);
    expect(executions().get(run.runId)).toBe(1);
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  test('of 1,000 runs at the top of the minute executes each once, and leaves nothing behind', async () => {
    // The first crowd makes a process as large as it has to be.
    await deliverRuns(RUNS);
    await sleep(CONNECTIONS_CLOSED_MS);
    const before = held();

    const { runs, answers } = await deliverRuns(RUNS);

    await sleep(CONNECTIONS_CLOSED_MS);
    const after = held();
    const counts = executions();
    const begun = runs.map((run) => counts.get(run.runId) ?? 0);
    const growthMb = Math.max(...after.map((now, index) => now.memoryMb - (before[index]?.memoryMb ?? 0)));
    const newHandles = Math.max(...after.map((now, index) => now.handles - (before[index]?.handles ?? 0)));
    table.add(
      '1,000 runs at once',
      JSON.stringify(counted(answers)),
      begun.reduce((sum, count) => sum + count, 0),
      `${growthMb.toFixed(0)} MB more`,
      `${newHandles} more`,
    );
    expect(counted(answers)).toEqual({ '200 completed': RUNS });
    expect(begun.filter((count) => count !== 1)).toEqual([]);
    expect(growthMb).toBeLessThan(20);
    expect(newHandles).toBeLessThan(10);
  });
});

const RUNS = 1_000;
/** Idle connections to the store are closed after four seconds. */
const CONNECTIONS_CLOSED_MS = 6_000;
const OF_DUPLICATES: readonly string[] = ['200 already-completed', '409 held-elsewhere'];

async function deliverRuns(count: number) {
  const runs = Array.from({ length: count }, () => world.run());
  const answers = await Promise.all(runs.map((run, index) => world.deliver(instanceOf(index), run)));
  return { runs, answers };
}
