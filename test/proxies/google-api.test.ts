import { apiPath } from '../../lambda-handler/proxies/google-api';
import { apiError } from '../support/google-apis/google-apis';
import { RUN_JOB, WORKFLOW } from '../support/proxies';
import { ProxyWorld } from './proxy-world';

describe('apiPath', () => {
  test.each([
    {
      project: 'billing-prod',
      topic: 'month.ends_1~x',
      path: '/v1/projects/billing-prod/topics/month.ends_1~x:get',
    },
    {
      project: 'acme.com:billing',
      topic: 'a%2Fb+c',
      path: '/v1/projects/acme.com%3Abilling/topics/a%252Fb%2Bc:get',
    },
  ])('escapes the names $project and $topic', ({ project, topic, path }) => {
    expect(apiPath`/v1/projects/${project}/topics/${topic}:get`).toBe(path);
  });
});

describe('GoogleApi', () => {
  test('goes to the endpoint that it is given', async () => {
    const world = new ProxyWorld({ ...RUN_JOB, endpoint: 'https://run-billing.p.googleapis.com' });

    await world.deliver();

    expect(world.apis.requests[0]?.url).toMatch(/^https:\/\/run-billing\.p\.googleapis\.com\/v2\//);
  });

  test('sends no token to the loopback interface, and asks for none', async () => {
    const world = new ProxyWorld(
      { ...RUN_JOB, endpoint: 'http://127.0.0.1:8085' },
      { tokens: { access: () => Promise.reject(new Error('asked for')), identity: async () => '' } },
    );

    expect(await world.deliver()).toMatchObject({ kind: 'completed' });
    expect(world.apis.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('asks for another token once one was refused', async () => {
    const asked: unknown[] = [];
    const world = new ProxyWorld(WORKFLOW, {
      tokens: {
        access: async (...given) => {
          asked.push(given);
          return 'access';
        },
        identity: async () => '',
      },
    });
    world.apis.fail('start', apiError(401, 'UNAUTHENTICATED'));

    await world.deliver();
    await world.deliver();

    const scope = 'https://www.googleapis.com/auth/cloud-platform';
    expect(asked.slice(0, 2)).toEqual([
      [scope, undefined],
      [scope, 'access'],
    ]);
  });

  test('says that nothing was started when no token was to be had', async () => {
    const world = new ProxyWorld(WORKFLOW, {
      tokens: { access: () => Promise.reject(new Error('no metadata server')), identity: async () => '' },
    });

    expect(await world.deliver()).toMatchObject({
      kind: 'failed',
      thrown: {
        message:
          'a start was not asked for of the workflow europe-west1/close-books: there is no access token',
        cause: { message: 'no metadata server' },
      },
    });
    expect(world.apis.requests).toEqual([]);
  });

  test('does not follow a redirect, and starts nothing where a list is answered by one', async () => {
    const world = new ProxyWorld(WORKFLOW);
    await world.crashBeforeFinish();
    world.apis.fail('list', ...Array(6).fill({ httpStatus: 302, body: {} }));

    expect(await world.deliver()).toMatchObject({
      kind: 'failed',
      thrown: {
        message:
          'whether the workflow europe-west1/close-books was started before is unknown; nothing is started',
        cause: { message: 'HTTP 302 with a redirect, which is not followed' },
      },
    });
    expect(world.apis.workflows.entries).toHaveLength(1);
  });

  test('takes a redirect for no answer, whatever it says', async () => {
    const world = new ProxyWorld(WORKFLOW);
    const body = { error: { code: 404, status: 'NOT_FOUND', message: 'moved' } };
    world.apis.fail('start', { done: true, httpStatus: 307, body });

    expect(await world.deliver()).toMatchObject({ kind: 'completed' });
    expect(world.apis.workflows.entries).toHaveLength(1);
  });

  test('waits for a token no longer than for an answer', async () => {
    const world = new ProxyWorld(WORKFLOW, {
      tokens: { access: () => new Promise(() => {}), identity: async () => '' },
    });
    const startMs = world.clock.nowMs();

    expect(await world.deliver()).toMatchObject({ kind: 'failed' });
    expect(world.clock.nowMs() - startMs).toBe(30_000);
    expect(world.clock.pendingTimers).toBe(0);
  });
});
