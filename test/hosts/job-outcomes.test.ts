import type { FunctionHost } from '../support/function-host';
import { HOSTS, HostWorld, linesOf } from './host-world';
import type { Behaviour } from './logic/steered';

interface Row {
  readonly logic: Behaviour;
  readonly record: object;
}

const UNREADABLE = 'a value that cannot be read was thrown';

const FAILED: readonly Row[] = [
  { logic: 'throws', record: { error: 'Error: the ledger is closed' } },
  {
    logic: 'writes to its run',
    record: { error: expect.stringMatching(/^TypeError: Cannot assign to read only property 'attempt'/) },
  },
  { logic: 'throws undefined', record: { error: 'undefined' } },
  { logic: 'throws a symbol', record: { error: 'Symbol(receipt)' } },
  { logic: 'throws an object that resists', record: { error: UNREADABLE } },
  { logic: 'throws an error that resists', record: { error: UNREADABLE } },
  { logic: 'throws a message of 5 MB', record: { error: `Error: ${'x'.repeat(9_993)}` } },
  { logic: 'rejects with a circle', record: { error: UNREADABLE } },
];

const NOT_KEPT: readonly { readonly logic: Behaviour; readonly problem: RegExp }[] = [
  { logic: 'returns a BigInt', problem: /BigInt/ },
  { logic: 'returns a circle', problem: /circular/ },
  { logic: 'returns 5 MB', problem: /5000002 characters/ },
  { logic: 'returns what resists', problem: /not to be written down/ },
];

const STRAY: readonly { readonly logic: Behaviour; readonly error: unknown; readonly origin: string }[] = [
  {
    logic: 'rejects on the side',
    error: { message: 'stray rejection', stack: expect.any(String) },
    origin: 'unhandledRejection',
  },
  { logic: 'rejects on the side with undefined', error: 'undefined', origin: 'unhandledRejection' },
  {
    logic: 'throws in a timer',
    error: { message: 'stray error', stack: expect.any(String) },
    origin: 'uncaughtException',
  },
];

describe.each(HOSTS)('job logic under $host', ({ host }) => {
  let world: HostWorld;
  let handler: FunctionHost;

  beforeAll(async () => {
    world = new HostWorld(`job-outcomes-${host}`);
    handler = await world.start(host);
  });

  afterAll(() => world.stop());

  test.each(FAILED)('that $logic is recorded as failed and runs again', async ({ logic, record }) => {
    const run = world.run();

    const answer = await world.deliver(handler, run, logic);
    const recorded = await world.record(run);
    const retry = await world.deliver(handler, run);

    expect(answer).toMatchObject({ status: 500, body: { outcome: 'failed', attempt: 1 } });
    expect(recorded).toMatchObject({ status: 'failed', ...record });
    expect(recorded).not.toHaveProperty('permanent');
    expect(linesOf(handler, run, 'ERROR')).toEqual([expect.objectContaining({ error: expect.anything() })]);
    expect(retry).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 2 } });
  });

  test('that fails for good is recorded so and does not run again', async () => {
    const run = world.run();

    const answer = await world.deliver(handler, run, 'fails for good');
    const retry = await world.deliver(handler, run);

    expect(answer).toMatchObject({ status: 422, body: { outcome: 'permanently-failed' } });
    expect(retry).toMatchObject({ status: 422, body: { outcome: 'already-failed', attempt: 1 } });
    expect(await world.record(run)).toMatchObject({ status: 'failed', permanent: true });
    expect(world.executions(run)).toBe(1);
  });

  test('that logs what is no text completes, and loses no line', async () => {
    const run = world.run();

    const answer = await world.deliver(handler, run, 'logs what is no text');

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed' } });
    expect(linesOf(handler, run, 'ERROR')).toMatchObject([
      { message: 'Error: the ledger is closed', error: { stack: expect.any(String), cause: '5' } },
      { message: '5' },
    ]);
  });

  test('that ends the process leaves a line that names its attempt', async () => {
    const ending = await world.start(host);
    const run = world.run();

    const answer = await world.deliver(ending, run, 'ends the process');
    const exit = await ending.exited;

    // The framework answers from a listener of its own.
    expect(answer.status).toBe(host === 'plain' ? 'no answer' : 500);
    expect(exit).toEqual({ code: 0, signal: null });
    expect(ending.logs.at(-1)).toMatchObject({
      severity: 'CRITICAL',
      message:
        'the process was ended while attempts are at work; the lease of a run that is not completed runs out',
      attempts: [{ runId: run.runId, attempt: 1 }],
    });
    expect(await world.record(run)).toMatchObject({ status: 'in_progress', attempt: 1 });
  });

  test.each(NOT_KEPT)('that $logic completes without a result', async ({ logic, problem }) => {
    const run = world.run();

    const answer = await world.deliver(handler, run, logic);
    const recorded = await world.record(run);

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed' } });
    expect(answer.body).not.toHaveProperty('result');
    expect(recorded).toMatchObject({ status: 'completed' });
    expect(recorded).not.toHaveProperty('result');
    expect(linesOf(handler, run, 'WARNING')).toMatchObject([{ problem: expect.stringMatching(problem) }]);
  });

  test.each(STRAY)('that $logic completes, and its neighbour is left alone', async (row) => {
    const [run, neighbour] = [world.run(), world.run()];
    const waiting = world.deliver(handler, neighbour, 'waits');
    await world.begun(neighbour);
    const linesBefore = handler.logs.length;

    const answer = await world.deliver(handler, run, row.logic);
    const held = await world.record(neighbour);
    await world.deliver(handler, world.run(), 'releases those that wait');
    const neighboursAnswer = await waiting;

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'completed', result: 'returned' } });
    expect(await world.record(run)).toMatchObject({ status: 'completed', attempt: 1 });
    expect(held).toMatchObject({ status: 'in_progress', attempt: 1 });
    expect(neighboursAnswer).toMatchObject({ status: 200, body: { outcome: 'completed', attempt: 1 } });
    expect(await world.record(neighbour)).toMatchObject({ status: 'completed', attempt: 1 });

    const errors = handler.logs.slice(linesBefore).filter((line) => line['severity'] === 'ERROR');
    expect(errors).toMatchObject([
      { message: 'nothing caught an error; the process goes on', error: row.error, origin: row.origin },
    ]);
    expect(errors[0]?.['attempts']).toMatchObject([{ runId: neighbour.runId }, { runId: run.runId }]);
  });
});
