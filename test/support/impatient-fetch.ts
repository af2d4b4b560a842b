import { runInThisContext } from 'node:vm';

interface Dispatcher {
  readonly constructor: new (limits: { headersTimeout: number; bodyTimeout: number }) => Dispatcher;
}

/**
 * Has the runtime's `fetch` give up after `limitMs`, at most a second, where it waits 300 s otherwise.
 *
 * The returned function takes that back.
 */
export function makeFetchImpatient(limitMs: number): () => void {
  void globalThis.fetch;
  // What a test has for the global object is not what `fetch` looks at.
  const globals: Record<symbol, Dispatcher> = runInThisContext('globalThis');
  const key = Symbol.for('undici.globalDispatcher.1');
  const patient = globals[key];
  if (patient === undefined) throw new Error('the runtime keeps the limits of fetch elsewhere');
  globals[key] = new patient.constructor({ headersTimeout: limitMs, bodyTimeout: limitMs });
  return () => {
    globals[key] = patient;
  };
}
