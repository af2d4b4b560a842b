import type { CloudRunJobOverrides } from '../../src/contract/proxies';
import { BUILD, RUN_JOB, WORKFLOW } from '../support/proxies';
import { ProxyWorld, TOKEN } from './proxy-world';

const PLACE = 'projects/billing-prod/locations/europe-west1';
/** A minute before the first attempt, one second after the scheduled time. */
const SINCE = '2026-10-16T11:59:01.000Z';

async function firstRequest(world: ProxyWorld) {
  await world.deliver();
  const [request] = world.apis.requests;
  return { method: request?.method, url: request?.url, body: JSON.parse(request?.body ?? 'null') };
}

/** The request by which the attempt after a crash looks. */
async function look(world: ProxyWorld) {
  await world.crashBeforeStart();
  await world.deliver();
  const request = world.apis.requests.find(({ kind }) => kind === 'list');
  const url = new URL(request?.url ?? '');
  return { at: url.origin + url.pathname, query: Object.fromEntries(url.searchParams) };
}

describe('workflow-execution', () => {
  test('sends the token in the argument and as a label', async () => {
    expect(await firstRequest(new ProxyWorld(WORKFLOW))).toEqual({
      method: 'POST',
      url: `https://workflowexecutions.googleapis.com/v1/${PLACE}/workflows/close-books/executions`,
      body: {
        argument: JSON.stringify({ month: '2026-10', idempotency_key: TOKEN }),
        labels: { idempotency_key: TOKEN },
      },
    });
  });

  test('looks among the executions since the run began, with their labels and arguments', async () => {
    expect(await look(new ProxyWorld(WORKFLOW))).toEqual({
      at: `https://workflowexecutions.googleapis.com/v1/${PLACE}/workflows/close-books/executions`,
      query: { view: 'FULL', filter: `createTime>"${SINCE}"`, pageSize: '100' },
    });
  });

  test.each([
    { case: 'another label', labels: { idempotency_key: 'other' }, argument: { idempotency_key: TOKEN } },
    { case: 'another argument', labels: { idempotency_key: TOKEN }, argument: { idempotency_key: 'other' } },
    { case: 'no argument', labels: { idempotency_key: TOKEN }, argument: undefined },
    { case: 'no labels', labels: undefined, argument: { idempotency_key: TOKEN } },
  ])('takes one with $case for none of its own', async ({ labels, argument }) => {
    const world = new ProxyWorld(WORKFLOW);
    const parent = `${PLACE}/workflows/close-books`;
    const content = { labels, argument: argument && JSON.stringify(argument) };
    await world.crashBeforeStart();
    world.apis.workflows.add(parent, `${parent}/executions/foreign`, content);

    await world.deliver();

    expect(world.apis.count('start')).toBe(1);
  });
});

describe('cloud-run-job', () => {
  const env = [{ name: 'IDEMPOTENCY_KEY', value: TOKEN }];

  test.each<{ case: string; overrides: CloudRunJobOverrides; sent: object }>([
    { case: 'none', overrides: {}, sent: { containerOverrides: [{ env }] } },
    {
      case: 'those of the tasks',
      overrides: { taskCount: 3, timeout: '60s', containerOverrides: [] },
      sent: { taskCount: 3, timeout: '60s', containerOverrides: [{ env }] },
    },
    {
      case: 'those of two containers',
      overrides: {
        containerOverrides: [
          { name: 'main', args: ['-v'] },
          { name: 'side', env: [{ name: 'A', value: 'b' }] },
        ],
      },
      sent: {
        containerOverrides: [
          { name: 'main', args: ['-v'], env },
          { name: 'side', env: [{ name: 'A', value: 'b' }, ...env] },
        ],
      },
    },
  ])('sends the token in the environment, beside overrides: $case', async ({ overrides, sent }) => {
    expect(await firstRequest(new ProxyWorld({ ...RUN_JOB, overrides }))).toEqual({
      method: 'POST',
      url: `https://run.googleapis.com/v2/${PLACE}/jobs/export-ledger:run`,
      body: { overrides: sent },
    });
  });

  test('looks down the list of the job', async () => {
    expect(await look(new ProxyWorld(RUN_JOB))).toEqual({
      at: `https://run.googleapis.com/v2/${PLACE}/jobs/export-ledger/executions`,
      query: { pageSize: '100' },
    });
  });

  test('reads on until an execution is older than the run, by a margin for clocks', async () => {
    const world = new ProxyWorld(RUN_JOB);
    const job = `${PLACE}/jobs/export-ledger`;
    const add = (id: string) => world.apis.jobs.add(job, `${job}/executions/${id}`, {});
    world.apis.behaviour.pageSize = 1;
    add('oldest');
    add('older');
    await world.clock.advance(60_001);
    await world.crashBeforeFinish();
    for (const id of ['newer', 'newest']) add(id);

    const outcome = await world.deliver();

    expect(outcome).toMatchObject({ kind: 'completed', result: expect.stringContaining('"adopted":true') });
    // Two newer ones, its own, and the first that is too old.
    expect(world.apis.count('list')).toBe(4);
  });
});

describe('cloud-build-trigger', () => {
  test.each([
    { case: 'what the trigger says', source: undefined, sent: {} },
    { case: 'a branch', source: { branchName: 'main' }, sent: { branchName: 'main' } },
  ])('sends the token as a substitution, to build $case', async ({ source, sent }) => {
    expect(await firstRequest(new ProxyWorld({ ...BUILD, source }))).toEqual({
      method: 'POST',
      url: `https://cloudbuild.googleapis.com/v1/${PLACE}/triggers/${BUILD.trigger}:run`,
      body: {
        projectId: 'billing-prod',
        triggerId: BUILD.trigger,
        source: { ...sent, substitutions: { _MONTH: '2026-10', _IDEMPOTENCY_KEY: TOKEN } },
      },
    });
  });

  test.each([
    { case: 'its id', trigger: BUILD.trigger },
    { case: 'its name', trigger: 'nightly' },
  ])('looks among the builds of the trigger since the run began, given $case', async ({ trigger }) => {
    expect(await look(new ProxyWorld({ ...BUILD, trigger }))).toEqual({
      at: `https://cloudbuild.googleapis.com/v1/${PLACE}/builds`,
      query: { filter: `trigger_id="${BUILD.trigger}" AND create_time>"${SINCE}"`, pageSize: '100' },
    });
  });

  test('asks once for the id of a trigger that is given by its name', async () => {
    const world = new ProxyWorld({ ...BUILD, trigger: 'nightly' });
    world.apis.fail('start', 'request-lost');

    await world.deliver();

    expect(world.apis.count('get')).toBe(1);
    expect(world.apis.count('list')).toBe(3);
  });

  test('reads every page', async () => {
    const world = new ProxyWorld(BUILD);
    world.apis.behaviour.pageSize = 1;
    await world.crashBeforeFinish();
    for (const id of ['x', 'y']) {
      world.apis.builds.add(PLACE, `${PLACE}/builds/${id}`, { id, buildTriggerId: BUILD.trigger });
    }

    expect(await world.deliver()).toMatchObject({ result: expect.stringContaining('"adopted":true') });
    expect(world.apis.count('list')).toBe(3);
  });
});
