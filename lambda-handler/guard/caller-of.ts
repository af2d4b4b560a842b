import type { IncomingMessage } from 'node:http';
import type { IdempotencyGuardOptions } from './guard-options';

/** Who sent a request: empty where callers are not told apart. */
export type Caller =
  | { readonly kind: 'caller'; readonly text: string }
  | { readonly kind: 'caller-unknown'; readonly cause: unknown };

/** Has the service say who sent a request. Anything but a text would put callers together who must be apart. */
export async function callerOf(
  caller: IdempotencyGuardOptions['caller'],
  request: IncomingMessage,
): Promise<Caller> {
  if (caller === undefined) return { kind: 'caller', text: '' };
  try {
    const text: unknown = await caller(request);
    if (typeof text === 'string' && text !== '') return { kind: 'caller', text };
    const got = text === '' ? 'an empty text' : typeof text;
    return { kind: 'caller-unknown', cause: new TypeError(`caller must give a text, got ${got}`) };
  } catch (cause) {
    return { kind: 'caller-unknown', cause };
  }
}
