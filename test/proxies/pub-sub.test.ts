import { apiError } from '../support/google-apis/google-apis';
import { PUB_SUB } from '../support/proxies';
import { ProxyWorld, TOKEN } from './proxy-world';

const DELIVERED = { body: Buffer.from('{"month":"2026-10"}') };

describe('pub-sub', () => {
  test('publishes the body of the delivery with the token in an attribute', async () => {
    const world = new ProxyWorld(PUB_SUB);

    const outcome = await world.deliver(DELIVERED);

    expect(outcome).toMatchObject({ kind: 'completed', result: '{"messageId":"1"}' });
    expect(world.apis.requests[0]?.url).toBe(
      'https://pubsub.googleapis.com/v1/projects/billing-prod/topics/month-ends:publish',
    );
    expect(world.apis.messages).toEqual([
      {
        data: '{"month":"2026-10"}',
        attributes: { month: '2026-10', idempotency_key: TOKEN },
        orderingKey: undefined,
      },
    ]);
  });

  test('publishes data of its own, in order', async () => {
    const world = new ProxyWorld({ ...PUB_SUB, data: 'Grüße', orderingKey: 'ledger' });

    await world.deliver(DELIVERED);

    expect(world.apis.messages).toMatchObject([{ data: 'Grüße', orderingKey: 'ledger' }]);
  });

  test('finds a topic whose name has a percent sign', async () => {
    const world = new ProxyWorld({ ...PUB_SUB, topic: 'vat-20%25' });

    expect(await world.deliver()).toMatchObject({ kind: 'completed' });
    expect(world.apis.requests[0]?.path).toBe('/v1/projects/billing-prod/topics/vat-20%25:publish');
  });

  test.each([
    { case: 'no answer', fault: 'answer-lost' as const },
    { case: 'an answer without an id', fault: { httpStatus: 200, body: {} } },
    { case: 'an error that leaves it open', fault: apiError(500, 'INTERNAL') },
  ])('may be tried again after $case', async ({ fault }) => {
    const world = new ProxyWorld(PUB_SUB);
    world.apis.fail('publish', fault);

    expect(await world.deliver()).toMatchObject({
      kind: 'failed',
      thrown: {
        message: 'whether the topic month-ends has the message is unknown; the next attempt publishes again',
      },
    });
  });

  test('is final where there is no such topic', async () => {
    const world = new ProxyWorld({ ...PUB_SUB, topic: 'no-such' });

    expect(await world.deliver()).toMatchObject({ kind: 'permanently-failed' });
  });
});
