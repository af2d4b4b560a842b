import { GoogleApis } from '../support/google-apis/google-apis';
import { manualClock } from '../support/manual-clock';

const ORIGIN = 'http://127.0.0.1:8085';
const PLACE = 'projects/billing-prod/locations/europe-west1';
const EXECUTIONS = `/v1/${PLACE}/workflows/close-books/executions`;

function world() {
  const clock = manualClock.at('2026-10-16T12:00:00Z');
  const apis = new GoogleApis(clock);
  const call = async (method: string, path: string, body?: object) => {
    const init = {
      method,
      body: body && JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal: new AbortController().signal,
    };
    const response = await apis.fetch(ORIGIN + path, init);
    return { status: response.status, body: (await response.json()) as any };
  };
  return { apis, clock, call };
}

describe('GoogleApis', () => {
  test('lists newest first, page after page', async () => {
    const { call, clock } = world();
    for (let index = 1; index <= 3; index += 1) {
      await call('POST', EXECUTIONS, {});
      await clock.advance(1_000);
    }

    const first = await call('GET', `${EXECUTIONS}?pageSize=2`);
    const token = encodeURIComponent(first.body.nextPageToken);
    const second = await call('GET', `${EXECUTIONS}?pageSize=2&pageToken=${token}`);

    const ids = [first, second].map(({ body }) =>
      body.executions.map(({ name }: any) => name.split('/').at(-1)),
    );
    expect(ids).toEqual([['execution-3', 'execution-2'], ['execution-1']]);
    expect(second.body).not.toHaveProperty('nextPageToken');
  });

  test('takes a page token only with the parameters that it was given for', async () => {
    const { call } = world();
    for (let index = 0; index < 2; index += 1) await call('POST', EXECUTIONS, {});
    const { body } = await call('GET', `${EXECUTIONS}?pageSize=1`);
    const token = encodeURIComponent(body.nextPageToken);

    const answer = await call('GET', `${EXECUTIONS}?pageSize=1&view=FULL&pageToken=${token}`);

    expect(answer).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } });
  });

  test('shows labels and arguments in the full view alone', async () => {
    const { call } = world();
    await call('POST', EXECUTIONS, { argument: '{}', labels: { a: 'b' } });

    const [basic, full] = [await call('GET', EXECUTIONS), await call('GET', `${EXECUTIONS}?view=FULL`)];

    expect(basic.body.executions[0]).not.toHaveProperty('labels');
    expect(full.body.executions[0]).toMatchObject({ argument: '{}', labels: { a: 'b' } });
  });

  test('does not list what is newer than its lag, and gets it all the same', async () => {
    const { apis, call, clock } = world();
    apis.behaviour.listLagMs = 5_000;
    const { body } = await call('POST', EXECUTIONS, {});

    const before = await call('GET', EXECUTIONS);
    const got = await call('GET', `/v1/${body.name}`);
    await clock.advance(5_000);
    const after = await call('GET', EXECUTIONS);

    expect(before.body).toEqual({});
    expect(got.body).toMatchObject({ name: body.name, state: 'ACTIVE' });
    expect(after.body.executions).toHaveLength(1);
  });

  test.each([
    { filter: 'createTime>"2026-10-16T12:00:00Z"', ids: ['execution-2'] },
    { filter: 'createTime>"2026-10-16T11:59:59Z" AND state="ACTIVE"', ids: ['execution-2', 'execution-1'] },
    { filter: 'state="FAILED"', ids: [] },
  ])('filters by $filter', async ({ filter, ids }) => {
    const { call, clock } = world();
    await call('POST', EXECUTIONS, {});
    await clock.advance(1_000);
    await call('POST', EXECUTIONS, {});

    const { body } = await call('GET', `${EXECUTIONS}?filter=${encodeURIComponent(filter)}`);

    expect((body.executions ?? []).map(({ name }: any) => name.split('/').at(-1))).toEqual(ids);
  });

  test.each([
    { case: 'an unknown field', filter: 'owner="me"' },
    { case: 'an unknown operator', filter: 'createTime<"2026-10-16T12:00:00Z"' },
    { case: 'no quotes', filter: 'state=ACTIVE' },
    { case: 'a time that is none', filter: 'createTime>"soon"' },
    { case: 'another word between clauses', filter: 'state="ACTIVE" and state="ACTIVE"' },
  ])('refuses a filter with $case', async ({ filter }) => {
    const { call } = world();

    const answer = await call('GET', `${EXECUTIONS}?filter=${encodeURIComponent(filter)}`);

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } });
  });

  test.each([
    { case: 'an unknown field', path: EXECUTIONS, body: { token: 'x' } },
    { case: 'an argument that is no text', path: EXECUTIONS, body: { argument: {} } },
    { case: 'a label of 64 characters', path: EXECUTIONS, body: { labels: { a: 'x'.repeat(64) } } },
    { case: 'a label key with a capital', path: EXECUTIONS, body: { labels: { A: 'x' } } },
    {
      case: 'an unknown override',
      path: `/v2/${PLACE}/jobs/export-ledger:run`,
      body: { overrides: { env: [] } },
    },
    {
      case: 'a substitution without an underscore',
      path: `/v1/${PLACE}/triggers/nightly:run`,
      body: { projectId: 'billing-prod', triggerId: 'nightly', source: { substitutions: { KEY: 'x' } } },
    },
    {
      case: 'no messages',
      path: '/v1/projects/billing-prod/topics/month-ends:publish',
      body: { messages: [] },
    },
  ])('refuses $case', async ({ path, body }) => {
    const { apis, call } = world();

    expect(await call('POST', path, body)).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT' } },
    });
    expect([
      ...apis.workflows.entries,
      ...apis.jobs.entries,
      ...apis.builds.entries,
      ...apis.messages,
    ]).toEqual([]);
  });

  test.each([
    { case: 'a workflow', path: `/v1/${PLACE}/workflows/none/executions` },
    { case: 'a job', path: `/v2/${PLACE}/jobs/none/executions` },
    { case: 'a trigger', path: `/v1/${PLACE}/triggers/none` },
    { case: 'a build', path: `/v1/${PLACE}/builds/none` },
  ])('does not find $case that there is not', async ({ path }) => {
    const { call } = world();

    expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } });
  });
});
