import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { OWN_THREADS } from './own-threads';
import type { Clock } from './protocol/clock';
import type { Log } from './protocol/log';
import type { Watchdog } from './protocol/watchdog';
import { armThrough } from './watchdog-messages';

/**
 * The thread's program. Text, since the handler is one file.
 *
 * The line is written past Node's streams and the signal cannot be caught: both work while the main thread
 * is blocked.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const timers = new Map();

function endProcess({ runId, attemptId }) {
  const line = {
    severity: 'CRITICAL',
    message: 'the lease is about to end and the job logic has not settled; the watchdog ends the process',
    runId,
    attemptId,
    'logging.googleapis.com/labels': { run_id: runId },
  };
  try {
    writeSync(1, JSON.stringify(line) + '\\n');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

parentPort.on('message', hear);

function hear(message) {
  if (message.kind === 'connect') {
    message.port.on('message', hear);
  } else if (message.kind === 'arm') {
    timers.set(message.attemptId, setTimeout(endProcess, message.leftMs, message));
  } else {
    clearTimeout(timers.get(message.attemptId));
    timers.delete(message.attemptId);
  }
}
parentPort.postMessage('ready');
`;

/** A watchdog in a thread of its own, started when it is first needed; it does not keep the process alive. */
export class WatchdogThread implements Watchdog {
  private worker: Worker | undefined;
  private started: Promise<void> | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  ready(): Promise<void> {
    this.started ??= this.start();
    return this.started;
  }

  arm(attempt: { readonly attemptId: string; readonly runId: string }, atMs: number): () => void {
    return armThrough(this.running(), this.clock, attempt, atMs);
  }

  /** A port on which another thread arms and disarms this watchdog, without the main thread between them. */
  async connect(): Promise<MessagePort> {
    await this.ready();
    const { port1, port2 } = new MessageChannel();
    this.running().postMessage({ kind: 'connect', port: port1 }, [port1]);
    return port2;
  }

  /** Takes back what was armed for an attempt, also by another thread. */
  disarm(attemptId: string): void {
    this.worker?.postMessage({ kind: 'disarm', attemptId });
  }

  private running(): Worker {
    if (this.worker === undefined) throw new Error('assumption failed: the watchdog is not ready');
    return this.worker;
  }

  private start(): Promise<void> {
    return new Promise((resolve, reject) => {
      // No flags of the process: a loader or a preloaded module is not the thread's business.
      const worker = new Worker(PROGRAM, { eval: true, execArgv: [] });
      OWN_THREADS.add(worker);
      this.worker = worker;
      worker.unref();
      worker.once('message', () => resolve());
      let failure: Error | undefined;
      worker.once('error', (error) => {
        failure = error;
      });
      worker.once('exit', (code) => {
        failure ??= new Error('the watchdog thread has ended');
        this.log('CRITICAL', 'the watchdog thread has failed', { error: failure, code });
        reject(failure);
        this.worker = undefined;
        this.started = undefined;
      });
    });
  }
}
