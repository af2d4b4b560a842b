import { Token } from 'cdktf';
import { requiredProblems, shown, textProblems } from '../checks';
import { IDEMPOTENCY_KEY } from '../contract/proxies';
import { textLength } from '../handler/text-length';
import type { Problem } from '../problem';
import type { ProxyLogic } from './proxy-logic';
import { checkProps, type GoogleApiProps, googleApiProblems, literalNameProblems } from './proxy-props';
import { takenNameProblems } from './token-name-problems';

/** What `JobLogic.pubSub` takes. */
export interface PubSubProps extends GoogleApiProps {
  /** The topic's short name, 3 to 255 letters, digits and `-_.~+%`, first a letter, not `goog…`. */
  readonly topic: string;
  /**
   * The data of the message, sent as UTF-8.
   *
   * @default - the body of the job's request
   */
  readonly data?: string;
  /**
   * Attributes of the message: at most 99, with names of at most 256 bytes, not `goog…`, and values of at most 1024.
   *
   * @default - none but the token
   */
  readonly attributes?: Readonly<Record<string, string>>;
  /**
   * The attribute that the run's token is put into: consumers that have seen its value drop the message.
   *
   * @default 'idempotency_key'
   */
  readonly tokenAttribute?: string;
  /**
   * Messages of one key are delivered in order, where the subscription asks for that: 1 to 1024 bytes.
   *
   * @default - none
   */
  readonly orderingKey?: string;
}

const PROP_NAMES = ['topic', 'data', 'attributes', 'tokenAttribute', 'orderingKey'];

/** @see https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
const TOPIC = {
  pattern: /^(?!goog)[A-Za-z][A-Za-z0-9._~+%-]{2,254}$/,
  must: 'be the short name of a topic: 3 to 255 letters, digits and -_.~+%, first a letter, not goog…',
  fix: 'write the name without the project',
};

/** @see https://cloud.google.com/pubsub/quotas#resource_limits */
const MAX_ATTRIBUTES = 100;
const MAX_KEY_BYTES = 256;
const MAX_VALUE_BYTES = 1024;
const ATTRIBUTE = {
  pattern: /^(?!goog)(?=.)/su,
  must: `be named with 1 to ${MAX_KEY_BYTES} bytes, not goog…, which Google keeps for itself`,
};

/** Job logic that publishes a message. */
export function pubSub(props: PubSubProps): ProxyLogic {
  checkProps('JobLogic.pubSub', props, pubSubProblems);
  const { project, endpoint, topic, data, attributes, tokenAttribute, orderingKey } = props;
  return {
    settings: {
      kind: 'pub-sub',
      project,
      endpoint,
      topic,
      data,
      attributes: attributes ?? {},
      tokenAttribute: tokenAttribute ?? IDEMPOTENCY_KEY.ATTRIBUTE,
      orderingKey,
    },
    access: [{ on: 'topic', project, topic }],
    apis: ['pubsub'],
  };
}

function pubSubProblems(props: PubSubProps): Problem[] {
  const { topic, data, attributes, tokenAttribute, orderingKey } = props;
  return [
    ...googleApiProblems(props, PROP_NAMES),
    ...requiredProblems('topic', topic, 'write the short name of the topic'),
    ...textProblems('topic', topic ?? undefined, TOPIC),
    ...textProblems('data', data, { pattern: /^/, must: 'be a text' }),
    ...attributesProblems(attributes),
    ...attributeNameProblems('tokenAttribute', tokenAttribute),
    ...takenNameProblems({
      prop: 'tokenAttribute',
      name: tokenAttribute ?? IDEMPOTENCY_KEY.ATTRIBUTE,
      among: 'attributes',
      taken: Object.keys(attributes ?? {}),
    }),
    ...textProblems('orderingKey', orderingKey, { pattern: /./s, must: 'be 1 to 1024 bytes' }),
    ...lengthProblems('orderingKey', orderingKey, MAX_VALUE_BYTES),
  ];
}

function attributesProblems(attributes: unknown): Problem[] {
  if (attributes === undefined) return [];
  const isObject = typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes);
  if (!isObject || Token.isUnresolved(attributes)) {
    return [{ prop: 'attributes', must: 'be an object of names and values', got: shown(attributes) }];
  }
  const entries = Object.entries(attributes);
  const problems = entries.flatMap(([name, value]) => [
    ...attributeNameProblems(`attributes.${name}`, name),
    ...(typeof value === 'string'
      ? lengthProblems(`attributes.${name}`, value, MAX_VALUE_BYTES)
      : [{ prop: `attributes.${name}`, must: 'be a text', got: shown(value) }]),
  ]);
  if (entries.length < MAX_ATTRIBUTES) return problems;
  const must = `be at most ${MAX_ATTRIBUTES - 1}, since the token is one more`;
  return [{ prop: 'attributes', must, got: String(entries.length) }, ...problems];
}

function attributeNameProblems(prop: string, name: unknown): Problem[] {
  const isTooLong = typeof name === 'string' && Buffer.byteLength(name) > MAX_KEY_BYTES;
  if (isTooLong) return [{ prop, must: ATTRIBUTE.must, got: `${Buffer.byteLength(name)} bytes` }];
  return literalNameProblems(prop, name, ATTRIBUTE);
}

function lengthProblems(prop: string, value: unknown, most: number): Problem[] {
  if (typeof value !== 'string' || textLength(value) <= most) return [];
  return [{ prop, must: `be at most ${most} bytes`, got: `${textLength(value)} bytes` }];
}
