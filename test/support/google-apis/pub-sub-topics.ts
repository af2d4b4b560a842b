import { ApiFault } from '../firestore-stand-in-documents';
import { type Api, invalid, type Json, jsonBody, objectWith, textsIn } from './api-request';

/** A message as it was published; `data` is decoded. */
export interface PublishedMessage {
  readonly data: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly orderingKey: unknown;
}

const PUBLISH = /^\/v1\/(projects\/[^/]+\/topics\/[^/:]+):publish$/;

/**
 * Pub/Sub API v1: publish.
 *
 * @see https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish
 */
export function pubSubTopics(published: PublishedMessage[], topics: ReadonlySet<string>): Api {
  return (request) => {
    const [, topic] = PUBLISH.exec(request.path) ?? [];
    if (topic === undefined || request.method !== 'POST') return undefined;
    const carryOut = (): Json => {
      if (!topics.has(topic)) throw new ApiFault(404, 'NOT_FOUND', `Resource not found (resource=${topic}).`);
      const { messages } = jsonBody(request, ['messages']);
      if (!Array.isArray(messages) || messages.length === 0) throw invalid('messages must not be empty');
      const messageIds = messages.map((message) => {
        const {
          data = '',
          attributes,
          orderingKey,
        } = objectWith(message, ['data', 'attributes', 'orderingKey'], 'message');
        const texts = textsIn(attributes, 'attributes');
        const decoded = Buffer.from(String(data), 'base64').toString();
        return String(published.push({ data: decoded, attributes: texts, orderingKey }));
      });
      return { messageIds };
    };
    return { kind: 'publish', carryOut };
  };
}
