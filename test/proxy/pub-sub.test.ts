import { PubsubTopic } from '@cdktf/provider-google/lib/pubsub-topic';
import { decodeProxies } from '../../src/contract/decode-proxies';
import { JobLogic } from '../../src/handler/job-logic';
import type { PubSubProps } from '../../src/proxy/pub-sub';
import { messageOf } from '../support/billing-stack';
import { proxyStack, RUNTIME_MEMBER, useStubBundles } from './proxy-stack';

useStubBundles();

const MONTH_ENDS: PubSubProps = { topic: 'month-ends' };

function problemsOf(changes: object): string {
  return messageOf(() => JobLogic.pubSub({ ...MONTH_ENDS, ...changes }));
}

function attributes(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 'x']));
}

describe('JobLogic.pubSub', () => {
  test('writes settings that the handler takes, with every default', () => {
    const { settingsText } = proxyStack(() => JobLogic.pubSub(MONTH_ENDS));

    expect(decodeProxies(settingsText)).toEqual({
      value: {
        default: {
          kind: 'pub-sub',
          project: 'acme-billing',
          topic: 'month-ends',
          attributes: {},
          tokenAttribute: 'idempotency_key',
        },
      },
    });
  });

  test('writes what is given', () => {
    const given = {
      data: 'say "${now}"',
      attributes: { month: '10' },
      tokenAttribute: 'run',
      orderingKey: 'books',
    };
    const { settingsText } = proxyStack(() => JobLogic.pubSub({ ...MONTH_ENDS, ...given }));

    // Terraform reads $${ as the characters ${.
    expect(decodeProxies(settingsText.replace('$${', '${')).value).toMatchObject({ default: given });
    expect(settingsText).toContain('$${now}');
  });

  test('is granted to publish to the topic alone', () => {
    const { synthesized, handler } = proxyStack((stack) => {
      const { name } = new PubsubTopic(stack, 'MonthEnds', { name: 'month-ends' });
      return JobLogic.pubSub({ topic: name });
    });

    expect(synthesized.resource('google_pubsub_topic_iam_member')).toEqual({
      project: 'acme-billing',
      topic: '${google_pubsub_topic.MonthEnds.name}',
      role: 'roles/pubsub.publisher',
      member: RUNTIME_MEMBER,
    });
    expect(handler.requiredGrants.map(({ role }) => role)).toContain('roles/pubsub.publisher');
    expect(synthesized.counts()).not.toHaveProperty('google_project_iam_custom_role');
  });

  test.each([
    { project: undefined, on: 'the topic month-ends' },
    { project: 'acme-books', on: 'the topic month-ends of project acme-books' },
  ])('says that it needs a grant on $on', ({ project, on }) => {
    const { handler } = proxyStack(() => JobLogic.pubSub({ topic: 'month-ends', project }));

    expect(handler.requiredGrants.map((grant) => grant.on)).toContain(on);
  });

  test.each([
    { case: 'a topic of 3 characters', changes: { topic: 'abc' } },
    { case: 'a topic of 255 characters', changes: { topic: 'a'.repeat(255) } },
    { case: '99 attributes', changes: { attributes: attributes(99) } },
    { case: 'a name of 256 bytes', changes: { attributes: { ['a'.repeat(256)]: 'x' } } },
    { case: 'a value of 1024 bytes', changes: { attributes: { a: 'x'.repeat(1024) } } },
    { case: 'an ordering key of 1024 bytes', changes: { orderingKey: 'x'.repeat(1024) } },
    { case: 'empty data', changes: { data: '' } },
  ])('takes $case', ({ changes }) => {
    expect(JobLogic.pubSub({ ...MONTH_ENDS, ...changes }).source.kind).toBe('proxy');
  });

  test.each([
    {
      case: 'a topic of 2 characters',
      changes: { topic: 'ab' },
      told: 'topic must be the short name of a topic',
    },
    {
      case: 'a topic of 256 characters',
      changes: { topic: 'a'.repeat(256) },
      told: 'topic must be the short name',
    },
    {
      case: 'a topic of Google',
      changes: { topic: 'google-ends' },
      told: 'topic must be the short name of a topic',
    },
    {
      case: 'a topic with its project',
      changes: { topic: 'projects/p/topics/t' },
      told: 'write the name without the project',
    },
    {
      case: '100 attributes',
      changes: { attributes: attributes(100) },
      told: 'attributes must be at most 99, since the token is one more, got 100',
    },
    {
      case: 'a name of 257 bytes',
      changes: { attributes: { ['ä'.repeat(129)]: 'x' } },
      told: 'got 258 bytes',
    },
    {
      case: 'an empty name',
      changes: { attributes: { '': 'x' } },
      told: 'attributes. must be named with 1 to 256 bytes',
    },
    {
      case: 'a name of Google',
      changes: { attributes: { googclient: 'x' } },
      told: "attributes.googclient must be named with 1 to 256 bytes, not goog…, which Google keeps for itself, got 'googclient'",
    },
    {
      case: 'a value of 1025 bytes',
      changes: { attributes: { a: 'x'.repeat(1025) } },
      told: 'attributes.a must be at most 1024 bytes, got 1025 bytes',
    },
    {
      case: 'a value that is a number',
      changes: { attributes: { a: 1 } },
      told: 'attributes.a must be a text, got 1',
    },
    {
      case: 'an ordering key of 1025 bytes',
      changes: { orderingKey: 'x'.repeat(1025) },
      told: 'orderingKey must be at most 1024 bytes',
    },
    {
      case: 'an empty ordering key',
      changes: { orderingKey: '' },
      told: 'orderingKey must be 1 to 1024 bytes',
    },
    { case: 'data that is no text', changes: { data: { a: 1 } }, told: 'data must be a text, got an object' },
    {
      case: 'a token attribute that there is',
      changes: { attributes: { idempotency_key: 'x' } },
      told: 'tokenAttribute must differ from what attributes holds',
    },
    {
      case: 'a token attribute of Google',
      changes: { tokenAttribute: 'goog_run' },
      told: 'tokenAttribute must be named with',
    },
  ])('refuses $case', ({ changes, told }) => {
    expect(problemsOf(changes)).toContain(told);
  });
});
