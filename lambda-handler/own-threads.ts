import type { Worker } from 'node:worker_threads';

/** The threads of the handler itself, to be told from those that job logic starts. */
export const OWN_THREADS = new WeakSet<Worker>();
