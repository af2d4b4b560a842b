import { PermanentFailure } from '../../lambda-handler/permanent-failure';
import type { Outcome } from '../../lambda-handler/protocol/outcome';
import type { CallKind } from '../support/google-apis/api-request';
import { apiError } from '../support/google-apis/google-apis';
import { BUILD, PUB_SUB, RUN_JOB, WORKFLOW } from '../support/proxies';
import { ProxyWorld, TOKEN } from './proxy-world';

function thrownBy(outcome: Outcome): Error {
  if (outcome.kind !== 'failed' && outcome.kind !== 'permanently-failed') throw new Error(outcome.kind);
  return outcome.thrown as Error;
}

function resultOf(outcome: Outcome): unknown {
  return outcome.kind === 'completed' ? JSON.parse(outcome.result ?? 'null') : outcome;
}

describe('startOnce', () => {
  test('starts at once in a first attempt, without a look', async () => {
    const world = new ProxyWorld(WORKFLOW);

    const outcome = await world.deliver();

    expect(resultOf(outcome)).toEqual({ execution: world.apis.workflows.entries[0]?.name, adopted: false });
    expect(world.apis.requests.map(({ kind }) => kind)).toEqual(['start']);
  });

  test('looks before it starts in every later attempt', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeStart();

    const outcome = await world.deliver();

    expect(resultOf(outcome)).toMatchObject({ adopted: false });
    const kinds = world.apis.requests.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(6).fill('list'), 'start', 'list']);
  });

  test('looks for thirty seconds before it believes that an earlier attempt has started nothing', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeStart();
    const startMs = world.clock.nowMs();

    await world.deliver();

    expect(world.apis.requests.map(({ kind, atMs }) => [kind, atMs - startMs])).toEqual([
      ...[0, 1_000, 4_000, 10_000, 20_000, 30_000].map((atMs) => ['list', atMs]),
      ['start', 30_000],
      ['list', 40_000],
    ]);
    expect(world.logged('WARNING')).toEqual([]);
  });

  test.each([
    { timeoutSeconds: 90, looks: [0, 1, 4, 10, 20, 30], lookedSeconds: undefined },
    { timeoutSeconds: 60, looks: [0, 1, 4, 10, 20], lookedSeconds: 20 },
    { timeoutSeconds: 10, looks: [0, 1, 10 / 3], lookedSeconds: 3.3 },
  ])('looks no longer than a third of $timeoutSeconds s, and says so', async (row) => {
    const { timeoutSeconds, looks, lookedSeconds } = row;
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeStart();
    const startMs = world.clock.nowMs();

    const outcome = await world.clock.until(world.protocol.begin(world.logic, { timeoutSeconds }));

    expect(resultOf(outcome)).toMatchObject({ adopted: false });
    const start = world.apis.requests.findIndex(({ kind }) => kind === 'start');
    const atSeconds = world.apis.requests.slice(0, start).map(({ atMs }) => (atMs - startMs) / 1000);
    expect(atSeconds.map((at) => at.toFixed(2))).toEqual(looks.map((at) => at.toFixed(2)));
    expect(world.logged('WARNING')).toMatchObject(
      lookedSeconds === undefined
        ? []
        : [
            {
              message: 'this attempt has no time to look for long; a start that is listed later is not seen',
              fields: { lookedSeconds },
            },
          ],
    );
  });

  test('leaves out the looks that were due while another was unanswered', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeStart();
    world.apis.fail('list', 'slow');
    const startMs = world.clock.nowMs();

    await world.deliver();

    const looks = world.apis.requests.filter(({ kind, atMs }) => kind === 'list' && atMs <= startMs + 30_000);
    expect(looks.map(({ atMs }) => atMs - startMs)).toEqual([0, 30_000]);
  });

  test('looks one, four and ten seconds after a lost answer', async () => {
    const world = new ProxyWorld(WORKFLOW);
    world.apis.fail('start', 'request-lost');
    const startMs = world.clock.nowMs();

    const outcome = await world.deliver();

    const looks = world.apis.requests.filter(({ kind }) => kind === 'list');
    expect(looks.map(({ atMs }) => atMs - startMs)).toEqual([1_000, 4_000, 10_000]);
    expect(thrownBy(outcome).message).toBe(
      'whether the workflow europe-west1/close-books was started is unknown; the next attempt looks first',
    );
    expect(PermanentFailure.is(thrownBy(outcome))).toBe(false);
  });

  test('ends its looks when the signal of the run fires', async () => {
    const world = new ProxyWorld(WORKFLOW);
    world.apis.fail('start', 'request-lost');

    const delivery = world.protocol.begin(world.logic);
    await world.clock.advance(2_000);
    world.protocol.attempts.stop(new Error('the instance was told to stop'));
    await world.clock.advance(0);

    expect(await delivery).toMatchObject({ kind: 'failed' });
    expect(world.apis.count('list')).toBe(1);
  });

  test('starts nothing once the signal of the run has fired', async () => {
    const world = new ProxyWorld(WORKFLOW);
    const delivery = world.protocol.begin(async (run) => {
      await world.clock.sleep(1_000);
      return world.logic(run);
    });
    await world.clock.advance(500);
    world.protocol.attempts.stop(new Error('the instance was told to stop'));
    await world.clock.advance(1_000);

    expect(thrownBy(await delivery).message).toBe('the instance was told to stop');
    expect(world.apis.requests).toEqual([]);
  });

  test('gives up on a call after thirty seconds', async () => {
    const world = new ProxyWorld(WORKFLOW);
    world.apis.fail('start', 'slow');
    const startMs = world.clock.nowMs();

    await world.deliver();

    expect(world.clock.nowMs() - startMs).toBe(31_000);
  });

  test('looks again after a list was refused for its parameters', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeFinish();
    world.apis.fail('list', apiError(400, 'INVALID_ARGUMENT'));

    expect(resultOf(await world.deliver())).toMatchObject({ adopted: true });
  });

  test('starts nothing when it could not look', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeStart();
    world.apis.fail('list', ...Array(6).fill(apiError(503, 'UNAVAILABLE')));

    const outcome = await world.deliver();

    expect(thrownBy(outcome)).toMatchObject({
      message:
        'whether the workflow europe-west1/close-books was started before is unknown; nothing is started',
      cause: new Error('UNAVAILABLE: as scripted'),
    });
    expect(world.apis.count('start')).toBe(0);
  });

  test('adopts the oldest of two under one token and names both', async () => {
    const world = new ProxyWorld(RUN_JOB);
    world.apis.fail('start', 'answer-lost', 'answer-lost');
    world.apis.behaviour.listLagMs = 300_000;
    await world.deliver();
    await world.clock.advance(40_000);
    await world.deliver();
    const [second, first] = world.apis.jobs.entries.map(({ name }) => name);
    await world.clock.advance(300_000);

    const outcome = await world.deliver();

    expect(resultOf(outcome)).toEqual({ execution: first, adopted: true });
    expect(world.logged('WARNING').at(-1)).toMatchObject({
      message: 'more than one was started under the token of this run; the oldest is adopted',
      fields: { execution: first, also: [second] },
    });
  });

  test('says in the log what it has adopted', async () => {
    const world = new ProxyWorld(BUILD);
    await world.crashBeforeFinish();

    await world.deliver();

    const execution = world.apis.builds.entries[0]?.name;
    expect(world.logged('INFO')).toMatchObject([
      { message: 'started', fields: { execution, adopted: false, token: TOKEN, attempt: 1 } },
      {
        message: 'an earlier request has started it',
        fields: { execution, adopted: true, token: TOKEN, attempt: 2 },
      },
    ]);
  });

  test.each([
    { case: 'an answer without a name', body: '{}', httpStatus: 200 },
    { case: 'an answer that is no object', body: '[]', httpStatus: 200 },
    { case: 'an empty answer', body: '', httpStatus: 200 },
    { case: 'an error without a status', body: '{"error":"busy"}', httpStatus: 400 },
    { case: 'an error page', body: '<html>', httpStatus: 404 },
    { case: 'a status that is not known', body: '{"error":{"status":"ODD"}}', httpStatus: 409 },
  ])('looks after $case', async ({ body, httpStatus }) => {
    const world = new ProxyWorld(WORKFLOW);
    world.apis.fail('start', { done: true, httpStatus, body });

    expect(resultOf(await world.deliver())).toMatchObject({ adopted: true });
  });
});

describe('a refused request', () => {
  test.each([
    { httpStatus: 400, status: 'INVALID_ARGUMENT' },
    { httpStatus: 400, status: 'FAILED_PRECONDITION' },
    { httpStatus: 400, status: 'OUT_OF_RANGE' },
    { httpStatus: 404, status: 'NOT_FOUND' },
    { httpStatus: 501, status: 'UNIMPLEMENTED' },
  ])('is final: $status', async ({ httpStatus, status }) => {
    const world = new ProxyWorld(RUN_JOB);
    world.apis.fail('start', apiError(httpStatus, status));

    const outcome = await world.deliver();

    expect(outcome.kind).toBe('permanently-failed');
    expect(thrownBy(outcome).message).toBe(
      `a start was refused for the job europe-west1/export-ledger (${status}: as scripted)`,
    );
    expect(world.apis.count('list')).toBe(0);
  });

  test.each([
    { httpStatus: 409, status: 'ABORTED' },
    { httpStatus: 409, status: 'ALREADY_EXISTS' },
    { httpStatus: 429, status: 'RESOURCE_EXHAUSTED' },
    { httpStatus: 401, status: 'UNAUTHENTICATED' },
    { httpStatus: 403, status: 'PERMISSION_DENIED' },
  ])('may be tried again, with no look meanwhile: $status', async ({ httpStatus, status }) => {
    const world = new ProxyWorld(RUN_JOB);
    world.apis.fail('start', apiError(httpStatus, status));

    const outcome = await world.deliver();

    expect(outcome.kind).toBe('failed');
    expect(world.apis.count('list')).toBe(0);
  });

  test.each([
    { settings: { ...WORKFLOW, workflow: 'no-such' }, name: 'the workflow europe-west1/no-such' },
    { settings: { ...RUN_JOB, job: 'no-such' }, name: 'the job europe-west1/no-such' },
    { settings: { ...BUILD, trigger: 'no-such' }, name: 'the trigger europe-west1/no-such' },
  ])('is final where there is no such thing: $name', async ({ settings, name }) => {
    const world = new ProxyWorld(settings);

    const outcome = await world.deliver();

    expect(outcome.kind).toBe('permanently-failed');
    expect(thrownBy(outcome).message).toContain(`a start was refused for ${name} (NOT_FOUND: `);
  });

  test.each<{ settings: ConstructorParameters<typeof ProxyWorld>[0]; kind: CallKind; advice: string }>([
    {
      settings: WORKFLOW,
      kind: 'start',
      advice: 'grant roles/workflows.invoker on the project billing-prod to',
    },
    {
      settings: RUN_JOB,
      kind: 'start',
      advice:
        'grant a role with run.executions.get, run.executions.list, run.jobs.run, run.jobs.runWithOverrides on the job europe-west1/export-ledger to',
    },
    {
      settings: BUILD,
      kind: 'start',
      advice:
        'grant a role with cloudbuild.builds.create, cloudbuild.builds.get, cloudbuild.builds.list on the project billing-prod and iam.serviceAccounts.actAs on the account of the trigger to',
    },
    { settings: PUB_SUB, kind: 'publish', advice: 'grant roles/pubsub.publisher on the topic month-ends to' },
  ])('says what has to be granted: $advice', async ({ settings, kind, advice }) => {
    const world = new ProxyWorld(settings);
    world.apis.fail(kind, apiError(403, 'PERMISSION_DENIED'));

    const { message } = thrownBy(await world.deliver());

    expect(message).toContain('(PERMISSION_DENIED: as scripted)');
    expect(message).toContain(
      `${advice} the account that the handler runs as; grants take minutes to spread`,
    );
  });

  test('says so of a look, after which nothing is started', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeStart();
    world.apis.fail('list', apiError(403, 'PERMISSION_DENIED'));

    const { message } = thrownBy(await world.deliver());

    expect(message).toContain('a list of what was started was refused for the workflow');
    expect(world.apis.count('start')).toBe(0);
  });
});
