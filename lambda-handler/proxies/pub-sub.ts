import { PROXY_STEP, type PubSubProxy } from '../../src/contract/proxies';
import type { JobFunction } from '../job-run';
import { definiteError, type Target } from './api-errors';
import { apiPath, faultOf, GoogleApi } from './google-api';
import type { ProxyPort } from './proxy-port';

export const proxyKind = 'pub-sub';

/**
 * Publishes a message with the run's token in an attribute. The result is `{ messageId }`.
 *
 * What was published cannot be looked for, so a message whose answer was lost is published again by the next attempt,
 * with the same token: consumers that must not act twice dedupe by it.
 *
 * @see https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish
 */
export function proxyLogic(settings: PubSubProxy, port: ProxyPort): JobFunction {
  const { project, topic, data, attributes, tokenAttribute, orderingKey } = settings;
  const api = new GoogleApi(port, settings.endpoint ?? 'https://pubsub.googleapis.com');
  const target: Target = { kind: proxyKind, name: `the topic ${topic}`, project };
  return async (run) => {
    const message = {
      data: (data === undefined ? run.body : Buffer.from(data)).toString('base64'),
      attributes: { ...attributes, [tokenAttribute]: run.token(PROXY_STEP) },
      orderingKey,
    };
    run.signal.throwIfAborted();
    const path = apiPath`/v1/projects/${project}/topics/${topic}:publish`;
    const answer = await api.call({ method: 'POST', path, body: { messages: [message] } }, run.signal);
    if (answer.kind !== 'answered') {
      throw definiteError('a message', answer, target) ?? unknown(target, faultOf(answer));
    }
    const { messageIds } = answer.body;
    const [messageId] = Array.isArray(messageIds) ? messageIds : [];
    if (messageId === undefined) throw unknown(target, new Error('the answer has no message id'));
    return { messageId };
  };
}

function unknown({ name }: Target, cause: unknown): Error {
  return new Error(`whether ${name} has the message is unknown; the next attempt publishes again`, { cause });
}
