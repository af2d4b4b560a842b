import { PermanentFailure } from '../../lambda-handler/permanent-failure';
import type { Outcome } from '../../lambda-handler/protocol/outcome';
import { apiError, type CallFault } from '../support/google-apis/google-apis';
import { BUILD, RUN_JOB, WORKFLOW } from '../support/proxies';
import { ProxyWorld } from './proxy-world';

function resultOf(outcome: Outcome): unknown {
  return outcome.kind === 'completed' ? JSON.parse(outcome.result ?? 'null') : outcome;
}

describe('awaitEnd', () => {
  test.each([
    { settings: WORKFLOW, state: 'SUCCEEDED', result: { closed: true } },
    { settings: RUN_JOB, state: 'CONDITION_SUCCEEDED', result: undefined },
    { settings: BUILD, state: 'SUCCESS', result: undefined },
  ])('returns $state and the result, if there is one', async ({ settings, state, result }) => {
    const world = new ProxyWorld({ ...settings, waits: true });
    world.apis.behaviour.ending = { afterMs: 20_000, as: 'succeeded' };

    const outcome = resultOf(await world.deliver());

    const [started] = [
      ...world.apis.workflows.entries,
      ...world.apis.jobs.entries,
      ...world.apis.builds.entries,
    ];
    expect(outcome).toEqual({ execution: started?.name, adopted: false, state, result });
  });

  test.each([
    {
      settings: WORKFLOW,
      as: 'failed' as const,
      text: 'has ended as FAILED: {"message":"the ledger is open"} in step "close"',
    },
    { settings: WORKFLOW, as: 'cancelled' as const, text: 'has ended as CANCELLED: no reason is given' },
    {
      settings: RUN_JOB,
      as: 'failed' as const,
      text: 'has ended as CONDITION_FAILED: Task export-ledger-task0 failed',
    },
    { settings: BUILD, as: 'failed' as const, text: 'has ended as FAILURE: step 2 exited with 1' },
    { settings: BUILD, as: 'cancelled' as const, text: 'has ended as CANCELLED: no reason is given' },
  ])('fails for good: $text', async ({ settings, as, text }) => {
    const world = new ProxyWorld({ ...settings, waits: true });
    world.apis.behaviour.ending = { afterMs: 20_000, as };

    expect(await world.deliver()).toMatchObject({
      kind: 'permanently-failed',
      thrown: { message: expect.stringContaining(text) },
    });
  });

  test('asks after one second, then at growing distances of up to ten seconds', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    world.apis.behaviour.ending = { afterMs: 40_000, as: 'succeeded' };
    const startMs = world.clock.nowMs();

    await world.deliver();

    const asked = world.apis.requests.filter(({ kind }) => kind === 'get');
    expect(asked.map(({ atMs }) => (atMs - startMs) / 1000)).toEqual([1, 3, 7, 15, 25, 35, 45]);
  });

  test('asks again when it was not answered, and says so once', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    world.apis.behaviour.ending = { afterMs: 3_000, as: 'succeeded' };
    world.apis.fail('get', 'request-lost', apiError(503, 'UNAVAILABLE'), apiError(404, 'NOT_FOUND'));

    expect(await world.deliver()).toMatchObject({ kind: 'completed' });
    expect(world.logged('WARNING').map(({ message }) => message)).toEqual([
      'how it stands is unknown; it is asked again',
    ]);
  });

  test('says so again once it had been answered meanwhile', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    world.apis.behaviour.ending = { afterMs: 10_000, as: 'succeeded' };
    world.apis.fail('get', 'request-lost', undefined, 'request-lost');

    await world.deliver();

    expect(world.logged('WARNING')).toHaveLength(2);
  });

  test('leaves the rest to the next attempt when the signal of the run fires', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    const startMs = world.clock.nowMs();

    const outcome = await world.deliver();

    const [started] = world.apis.workflows.entries;
    expect(outcome).toMatchObject({
      kind: 'failed',
      thrown: {
        message: `${started?.name} still runs, and goes on; the next attempt, if one is left, waits on`,
      },
    });
    expect(outcome.kind === 'failed' && PermanentFailure.is(outcome.thrown)).toBe(false);
    expect(world.clock.nowMs() - startMs).toBe(165_000);
  });

  test('gives up an unanswered question when the signal of the run fires', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    world.apis.fail('get', ...Array(20).fill('slow'));
    const startMs = world.clock.nowMs();

    expect(await world.deliver()).toMatchObject({ kind: 'failed' });
    expect(world.clock.nowMs() - startMs).toBe(165_000);
  });

  test.each<{ case: string; fault: CallFault; ending: string }>([
    {
      case: 'a missing role',
      fault: apiError(403, 'PERMISSION_DENIED'),
      ending:
        '(PERMISSION_DENIED: as scripted): grant roles/workflows.invoker on the project billing-prod to the account ' +
        'that the handler runs as; grants take minutes to spread',
    },
    {
      case: 'a deleted execution',
      fault: apiError(404, 'NOT_FOUND'),
      ending:
        '(NOT_FOUND: as scripted): it was deleted; the next attempt, if one is left, starts another unless it is ' +
        'still listed',
    },
    {
      case: 'an API that is down',
      fault: apiError(503, 'UNAVAILABLE'),
      ending: '(UNAVAILABLE: as scripted); the next attempt, if one is left, asks again',
    },
    {
      case: 'answers too late',
      fault: 'slow',
      ending: '(no answer within 30000 ms); the next attempt, if one is left, asks again',
    },
  ])('says why it could not learn how the execution stands: $case', async ({ fault, ending }) => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    world.apis.fail('get', undefined, ...Array<CallFault>(30).fill(fault));

    const outcome = await world.deliver();

    const [started] = world.apis.workflows.entries;
    expect(outcome).toMatchObject({
      kind: 'failed',
      thrown: { message: `how ${started?.name} stands could not be learned ${ending}` },
    });
  });

  test('goes by the answer before where the signal cuts the last question off', async () => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    world.apis.fail('get', ...Array(17).fill(undefined), 'slow');

    const outcome = await world.deliver();

    expect(outcome).toMatchObject({
      kind: 'failed',
      thrown: { message: expect.stringContaining('still runs, and goes on') },
    });
    expect(world.logged('WARNING')).toEqual([]);
  });

  test.each([
    { characters: 8_000, kept: true },
    { characters: 8_001, kept: false },
  ])('keeps a result of $characters characters: $kept', async ({ characters, kept }) => {
    const world = new ProxyWorld({ ...WORKFLOW, waits: true });
    const result = JSON.stringify('x'.repeat(characters - 2));
    world.apis.fail('get', { httpStatus: 200, body: { state: 'SUCCEEDED', result } });

    const outcome = resultOf(await world.deliver());

    expect((outcome as { result?: unknown }).result).toEqual(kept ? JSON.parse(result) : undefined);
    expect(world.logged('WARNING')).toHaveLength(kept ? 0 : 1);
  });
});
