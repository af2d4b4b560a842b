import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { memoryStore } from '../../lambda-handler/guard/idempotency-guard';
import { GUARD_HOSTS } from './guard-hosts';
import { GuardWorld } from './guard-world';

async function worldOf(host: (typeof GUARD_HOSTS)[number]['host'], caller: unknown): Promise<GuardWorld> {
  const world = new GuardWorld(host, memoryStore(), { caller: caller as never });
  await world.start('');
  return world;
}

describe.each(GUARD_HOSTS)('callers that are told apart on $host', ({ host }) => {
  test('have keys of their own where a promise says who they are', async () => {
    const world = await worldOf(host, async ({ headers }: IncomingMessage) => {
      await nextTurn();
      return headers['x-caller'];
    });
    world.on('a', ({ headers }, response) => response.end(`for ${headers['x-caller']}`));

    const replies = [];
    for (const caller of ['alice', 'bob', 'alice']) {
      replies.push(await world.send({ key: 'a', headers: { 'X-Caller': caller } }));
    }
    await world.stop();

    expect(replies.map(({ body }) => body.toString())).toEqual(['for alice', 'for bob', 'for alice']);
    expect(world.handled('a')).toBe(2);
  });

  test.each([
    {
      case: 'nothing',
      caller: () => undefined,
      error: { message: 'caller must give a text, got undefined' },
    },
    { case: 'an object', caller: () => ({}), error: { message: 'caller must give a text, got object' } },
    { case: 'a number', caller: () => 7, error: { message: 'caller must give a text, got number' } },
    { case: 'no text', caller: () => '', error: { message: 'caller must give a text, got an empty text' } },
    { case: 'a promise of nothing', caller: async () => {}, error: { message: /got undefined/ } },
    {
      case: 'an error',
      caller: () => {
        throw new Error('no token');
      },
      error: { message: 'no token' },
    },
    {
      case: 'a rejection',
      caller: () => Promise.reject(new Error('no keys')),
      error: { message: 'no keys' },
    },
  ])('are answered 500 and nothing is handled where the service gives $case', async ({ caller, error }) => {
    const world = await worldOf(host, caller);

    const reply = await world.send({ key: 'a' });
    await world.stop();

    expect(reply).toMatchObject({ status: 500, json: { outcome: 'caller-unknown' } });
    expect(world.handled('a')).toBe(0);
    expect(world.lines).toMatchObject([
      { severity: 'ERROR', fields: { error: { message: expect.stringMatching(error.message) } } },
    ]);
  });
});
