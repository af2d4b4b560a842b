import { IDEMPOTENCY_KEY_HEADER } from '../src/contract/header-names';
import type { JobRun } from './job-run';

/**
 * A `fetch` that sends a step's token as `Idempotency-Key` and stops when `signal` fires.
 *
 * The runtime's own is looked up with each call, so that tests may replace it.
 */
export function runFetch(token: JobRun['token'], signal: AbortSignal): JobRun['fetch'] {
  // A caller without types may give null, which fetch itself takes for none.
  return async (step, input, init) => {
    const request = input instanceof Request ? input : undefined;
    const headers = new Headers(init?.headers ?? request?.headers);
    if (headers.has(IDEMPOTENCY_KEY_HEADER)) {
      throw new TypeError(
        `run.fetch sends ${IDEMPOTENCY_KEY_HEADER} itself, and the request has one already`,
      );
    }
    headers.set(IDEMPOTENCY_KEY_HEADER, token(step));
    // As with fetch itself, a null takes the signal of a Request away.
    const own = init?.signal === undefined ? request?.signal : init.signal;
    const either = own ? AbortSignal.any([signal, own]) : signal;
    return globalThis.fetch(input, { ...init, headers, signal: either });
  };
}
