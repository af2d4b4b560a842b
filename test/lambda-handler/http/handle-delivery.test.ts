import { bufferedBody } from '../../../lambda-handler/http/request-body';
import { requestHeaders } from '../../../lambda-handler/http/request-headers';
import cases from '../../support/cases.json';
import { HEADERS, HttpWorld, raw } from './http-world';

describe('handleDelivery', () => {
  test('hands a delivery to the protocol', async () => {
    const world = new HttpWorld();
    const body = Buffer.from([0, 255, 10]);

    const response = await world.send(
      { Authorization: 'Bearer x' },
      { body: async () => bufferedBody(body) },
    );

    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(world.deliveries).toMatchObject([
      {
        settings: { jobName: 'nightly-invoices' },
        scheduledTimeMs: Date.UTC(2026, 9, 16, 12),
        body,
        headers: { 'x-cloudscheduler': 'true', 'x-dedup-project': 'billing-prod' },
      },
    ]);
    expect(world.deliveries[0]?.headers).not.toHaveProperty('authorization');
  });

  test('finds headers in every spelling', async () => {
    const world = new HttpWorld();
    const lowerCase = Object.entries(HEADERS).map(([name, value]) => [name.toLowerCase(), value]);

    const headers = requestHeaders(raw(Object.fromEntries(lowerCase)));
    await world.send({}, { headers });

    expect(world.deliveries).toHaveLength(1);
  });

  test.each(cases.sameRun)('takes %s and %s for the same time', async (first, second) => {
    const world = new HttpWorld();

    await world.send({ 'X-CloudScheduler-ScheduleTime': first });
    await world.send({ 'X-CloudScheduler-ScheduleTime': second });

    expect(world.deliveries[1]?.scheduledTimeMs).toBe(world.deliveries[0]?.scheduledTimeMs);
  });

  describe('refuses', () => {
    const reasons = [
      'X-CloudScheduler-JobName',
      'X-CloudScheduler-ScheduleTime',
      'X-Dedup-Project',
      'X-Dedup-Location',
    ].flatMap((name) => [
      {
        case: `a missing ${name}`,
        headers: { [name]: undefined },
        reason: `${name} must be sent, got nothing`,
      },
      { case: `an empty ${name}`, headers: { [name]: '' }, reason: `${name} must not be empty` },
      {
        case: `a second ${name}`,
        headers: { [name.toLowerCase()]: 'another' },
        reason: `${name} must be sent once, got 2 of them`,
      },
    ]);

    test.each([
      ...reasons,
      {
        case: 'a job name of 501 characters',
        headers: { 'X-CloudScheduler-JobName': 'x'.repeat(501) },
        reason: 'X-CloudScheduler-JobName must have at most 500 characters, got 501',
      },
      {
        case: 'a scheduled time of 65 characters',
        headers: { 'X-CloudScheduler-ScheduleTime': '2'.repeat(65) },
        reason: 'X-CloudScheduler-ScheduleTime must have at most 64 characters, got 65',
      },
    ])('$case with 400 and the name of the header', async ({ headers, reason }) => {
      const world = new HttpWorld();

      const response = await world.send(headers);

      expect(response).toMatchObject({ status: 400, body: { outcome: 'bad-request', message: reason } });
      expect(world.deliveries).toEqual([]);
    });

    test.each(cases.badScheduleTime.map((time) => ({ case: JSON.stringify(time), time })))(
      'the scheduled time $case with 400',
      async ({ time }) => {
        const world = new HttpWorld({ missingScheduleTime: 'run-undeduplicated' });

        const response = await world.send({ 'X-CloudScheduler-ScheduleTime': time });

        expect(response.status).toBe(400);
        expect(response.body['message']).toContain('X-CloudScheduler-ScheduleTime');
        expect(world.deliveries).toEqual([]);
      },
    );

    test('a scheduled time with 400 and the value', async () => {
      const world = new HttpWorld();

      const response = await world.send({ 'X-CloudScheduler-ScheduleTime': 'yesterday' });

      expect(response.body['message']).toBe(
        'X-CloudScheduler-ScheduleTime must be an RFC 3339 time with Z or an offset, ' +
          'such as 2026-10-16T12:00:00Z, got "yesterday"',
      );
    });

    test('everything that is wrong with the headers at once', async () => {
      const world = new HttpWorld();

      const response = await world.send({ 'X-Dedup-Project': undefined, 'X-Dedup-Location': '' });

      expect(response.body['message']).toBe(
        'X-Dedup-Project must be sent, got nothing; X-Dedup-Location must not be empty',
      );
    });

    test.each([
      { case: 'project', headers: { 'X-Dedup-Project': 'billing-test' } },
      { case: 'location', headers: { 'X-Dedup-Location': 'us-central1' } },
      { case: 'job name', headers: { 'X-CloudScheduler-JobName': 'Nightly-Invoices' } },
    ])('another $case with 403', async ({ headers }) => {
      const world = new HttpWorld();

      const response = await world.send(headers);

      expect(response).toMatchObject({ status: 403, body: { outcome: 'unknown-job' } });
      expect(response.body['message']).toContain(Object.values(headers)[0]);
      expect(world.deliveries).toEqual([]);
    });

    test.each(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s with 405', async (method) => {
      const world = new HttpWorld();

      const response = await world.send({}, { method });

      expect(response).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    });

    test('a body above 1 MB with 413', async () => {
      const world = new HttpWorld();
      const send = (bytes: number) => world.send({}, { body: async () => bufferedBody(Buffer.alloc(bytes)) });

      const statuses = [(await send(1_000_000)).status, (await send(1_000_001)).status];

      expect(statuses).toEqual([200, 413]);
    });

    test('a body that ends before it is whole with 400', async () => {
      const world = new HttpWorld();

      const response = await world.send({}, { body: async () => ({ kind: 'broken' }) });

      expect(response).toMatchObject({ status: 400, body: { outcome: 'body-broken' } });
      expect(world.deliveries).toEqual([]);
    });

    test('to start anything on an instance that is stopping', async () => {
      const world = new HttpWorld();
      world.stopping = true;

      const response = await world.send();

      expect(response).toMatchObject({ status: 500, headers: { connection: 'close' } });
      expect(world.deliveries).toEqual([]);
    });

    test('without reading the body of a request that it does not accept', async () => {
      const world = new HttpWorld();
      const body = () => Promise.reject(new Error('the body was read'));

      const statuses = [
        (await world.send({}, { method: 'GET', body })).status,
        (await world.send({ 'X-Dedup-Project': undefined }, { body })).status,
        (await world.send({ 'X-Dedup-Project': 'another' }, { body })).status,
      ];

      expect(statuses).toEqual([405, 400, 403]);
    });
  });

  test('accepts a delivery without a scheduled time when the job does', async () => {
    const world = new HttpWorld({ missingScheduleTime: 'run-undeduplicated' });

    const response = await world.send({ 'X-CloudScheduler-ScheduleTime': undefined });

    expect(response.status).toBe(200);
    expect(world.deliveries[0]?.scheduledTimeMs).toBeUndefined();
  });

  test('answers 500 when the protocol fails', async () => {
    const world = new HttpWorld();
    const cause = new Error('assumption failed');
    world.outcome = () => Promise.reject(cause);

    const response = await world.send();

    expect(response).toMatchObject({ status: 500, body: { outcome: 'internal-error' } });
    expect(world.lines).toMatchObject([{ severity: 'ERROR', fields: { error: cause } }]);
  });

  describe('logs', () => {
    test('one line for each delivery', async () => {
      const world = new HttpWorld();
      world.outcome = async () => {
        await world.clock.advance(1_234);
        return { kind: 'already-completed', runId: 'r', attempt: 2 };
      };

      await world.send({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });

      expect(world.lines).toEqual([
        {
          severity: 'INFO',
          message: 'an earlier attempt completed the run',
          fields: expect.objectContaining({
            job: 'nightly-invoices',
            runId: 'r',
            attempt: 2,
            outcome: 'already-completed',
            status: 200,
            durationMs: 1_234,
            trace: 'projects/billing-prod/traces/0af7651916cd43dd8448eb211c80319c',
          }),
        },
      ]);
    });

    test('what the job logic threw, be it nothing', async () => {
      const world = new HttpWorld();
      world.outcome = async () => ({ kind: 'failed', runId: 'r', attempt: 1, thrown: undefined });

      await world.send();

      expect(world.lines).toMatchObject([{ severity: 'ERROR', fields: { error: 'undefined' } }]);
    });

    test('why a request was refused', async () => {
      const world = new HttpWorld();

      await world.send({ 'X-Dedup-Project': '' });

      const reason = 'X-Dedup-Project must not be empty';
      expect(world.lines).toMatchObject([{ severity: 'WARNING', fields: { reason, status: 400 } }]);
    });
  });
});
