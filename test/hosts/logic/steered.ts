import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createDocument, type JobRun, PermanentFailure } from 'cdktf-deduped-scheduler/handler';

/** Does what the request's body names. Every execution leaves a line `begun` in the log. */
export default function steered(run: JobRun): unknown {
  run.log.info('begun', { body: run.body.toString('latin1').slice(0, 50), bodyBytes: run.body.length });
  const behaviour = BEHAVIOURS[run.body.toString() as Behaviour] ?? BEHAVIOURS.returns;
  return behaviour(run);
}

export type Behaviour = keyof typeof BEHAVIOURS;

/** Runs of this process that wait until another run releases them. */
const waiting: (() => void)[] = [];

/** The effect of one execution: a document that no other execution makes. */
const effect = ({ runId, attempt }: JobRun) => createDocument(`effects/${runId}-${attempt}`, { attempt });

const BEHAVIOURS = {
  returns: () => ({ invoices: 3 }),
  throws: () => {
    throw new Error('the ledger is closed');
  },
  'fails for good': () => {
    throw new PermanentFailure('no such customer');
  },
  'never settles': () => new Promise(() => {}),
  'blocks the event loop': () => {
    for (;;);
  },
  waits: () => new Promise<void>((resolve) => waiting.push(resolve)),
  'releases those that wait': () => {
    for (const release of waiting.splice(0)) release();
  },
  'throws when told to stop': async ({ signal }: JobRun) => {
    await once(signal, 'abort');
    throw new Error('left when told to stop', { cause: signal.reason });
  },
  'returns a second after it is told to stop': async ({ signal }: JobRun) => {
    await once(signal, 'abort');
    await sleep(1_000);
    return 'late and complete';
  },

  'ends the process': () => process.exit(0),
  'writes to its run': writeToRun,
  'logs what is no text': ({ log }: JobRun) => {
    const { error } = log as unknown as { error(message: unknown): void };
    error(new Error('the ledger is closed', { cause: 5n }));
    error(5n);
  },

  'blocks the event loop for 18 seconds': () => {
    const endMs = performance.now() + 18_000;
    while (performance.now() < endMs);
  },
  'waits until its run is lost': async ({ signal }: JobRun) => {
    await once(signal, 'abort');
    throw signal.reason;
  },
  'exits the process': () => process.exit(3),

  'completes atomically': (run: JobRun) => run.completeWith([effect(run)], { result: 'atomic' }),
  'completes atomically and throws': async (run: JobRun) => {
    await run.completeWith([effect(run)], { result: 'atomic' });
    throw new Error('after the completion');
  },
  'completes atomically and waits to be stopped': async (run: JobRun) => {
    await run.completeWith([effect(run)], { result: 'atomic' });
    run.log.info('completed');
    await once(run.signal, 'abort');
    throw new Error('left when told to stop');
  },
  'completes atomically and exits the process': async (run: JobRun) => {
    await run.completeWith([effect(run)], { result: 'atomic' });
    process.exit(3);
  },
  'completes atomically twice': async (run: JobRun) => {
    await run.completeWith([effect(run)], { result: 'atomic' });
    const again = createDocument(`effects/${run.runId}-again`, {});
    await run.completeWith([again], { result: 'again' });
  },
  'completes with what cannot be kept': (run: JobRun) => run.completeWith([effect(run)], { result: 3n }),
  'completes with writes that are refused': (run: JobRun) =>
    run.completeWith([effect(run), effect(run)], { result: 'never' }),
  'leaves a thread running': () => {
    new Worker('setInterval(() => {}, 1000)', { eval: true });
    return 'returned';
  },

  'throws undefined': () => {
    throw undefined;
  },
  'throws a symbol': () => {
    throw Symbol('receipt');
  },
  'throws an object that resists': () => {
    throw resisting({});
  },
  'throws an error that resists': () => {
    throw resisting(new Error());
  },
  'throws a message of 5 MB': () => {
    throw new Error('x'.repeat(5_000_000));
  },
  'rejects with a circle': async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    throw circle;
  },
  'returns a BigInt': () => 3n,
  'returns a circle': () => {
    const circle: unknown[] = [];
    circle.push(circle);
    return circle;
  },
  'returns 5 MB': () => 'x'.repeat(5_000_000),
  'returns what resists': () => ({
    toJSON() {
      throw new Error('not to be written down');
    },
  }),

  'rejects on the side': async () => {
    void Promise.reject(new Error('stray rejection'));
    await sleep(50);
    return 'returned';
  },
  'rejects on the side with undefined': async () => {
    void Promise.reject(undefined);
    await sleep(50);
    return 'returned';
  },
  'throws in a timer': async () => {
    setTimeout(() => {
      throw new Error('stray error');
    }, 1);
    await sleep(50);
    return 'returned';
  },
} satisfies Record<string, (run: JobRun) => unknown>;

/** A declaration, which a bundler moves out of what it makes of the module. */
function writeToRun(run: JobRun): void {
  (run as { attempt: number }).attempt = 7;
}

/** Every look at it throws. */
function resisting(target: object): object {
  const resist = () => {
    throw new Error('resisted');
  };
  return new Proxy(target, { get: resist, has: resist, ownKeys: resist, getPrototypeOf: resist });
}
