import type { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { OWN_THREADS } from './own-threads';
import type { ActiveAttempts } from './protocol/active-attempts';
import type { Clock } from './protocol/clock';
import type { Log } from './protocol/log';

/** How long attempts may take to settle after a signal: Cloud Run kills ten seconds after it. */
const STOP_LIMIT_MS = 9_000;

type Listener = Parameters<EventEmitter['on']>[1];

/** What is needed of Node's `process`. */
export interface OwnedProcess extends Pick<EventEmitter, 'on' | 'removeListener'> {
  exit(code: number): void;
}

interface OwnerPort {
  readonly process: OwnedProcess;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempts: ActiveAttempts;
}

/**
 * Owns the process's signals and stray errors under every host.
 *
 * functions-framework ends the process inside its own listeners: on SIGTERM before an attempt could write its
 * record, and on a stray error with an answer to whatever request came last. Its listeners are taken out as
 * it adds them; those of anybody else stay.
 */
export class ProcessOwner {
  private readonly work = new Set<Promise<void>>();
  private readonly closers: (() => void)[] = [];
  private readonly threads = new Set<Worker>();
  private isExiting = false;
  private cancelStopLimit = () => {};

  constructor(private readonly port: OwnerPort) {}

  /** Takes the process over. Call it before the host adds its listeners. */
  own(): void {
    const { process } = this.port;
    const stop = (signal: string) => this.stop(signal);
    const stray = (error: unknown, origin: unknown) => this.stray(error, origin);
    const owned: Readonly<Record<string, Listener>> = {
      SIGTERM: stop,
      SIGINT: stop,
      uncaughtException: stray,
      unhandledRejection: (reason: unknown) => stray(reason, 'unhandledRejection'),
    };
    for (const [event, listener] of Object.entries(owned)) process.on(event, listener);
    process.on('exit', (code: number) => this.exited(code));
    process.on('worker', (worker: Worker) => this.noteThread(worker));
    process.on('newListener', (event: string | symbol, listener: Listener) => {
      if (typeof event !== 'string' || !Object.hasOwn(owned, event) || !isAddedByFramework()) return;
      // The event comes before the listener is added.
      queueMicrotask(() => process.removeListener(event, listener));
    });
  }

  /** Keeps the process until `work` has ended. */
  readonly track = (work: Promise<void>): void => {
    this.work.add(work);
    void work.finally(() => {
      this.work.delete(work);
      this.tellThreadsLeft();
      this.exitWhenIdle();
    });
  };

  /** Calls `close` when the process is told to stop. */
  onStop(close: () => void): void {
    this.closers.push(close);
  }

  private stop(signal: string): void {
    const { attempts, clock, log } = this.port;
    if (attempts.stopping !== undefined) {
      log('ERROR', 'a second signal ends the process at once', { signal, attempts: attempts.list });
      this.exit(1);
      return;
    }
    log('INFO', 'the instance was told to stop', { signal, attempts: attempts.list });
    attempts.stop(new Error(`the instance was told to stop (${signal})`));
    for (const close of this.closers) close();
    this.cancelStopLimit = clock.after(STOP_LIMIT_MS, () => {
      const message =
        'attempts did not settle in time; nothing more is written, and the lease of a run that is not completed runs out';
      log('ERROR', message, { attempts: attempts.list });
      this.exit(1);
    });
    this.exitWhenIdle();
  }

  private exitWhenIdle(): void {
    if (this.port.attempts.stopping === undefined || this.work.size > 0) return;
    this.cancelStopLimit();
    this.exit(0);
  }

  private exit(code: number): void {
    this.isExiting = true;
    this.port.process.exit(code);
  }

  /** Job logic that calls `process.exit` leaves no other trace. */
  private exited(code: number): void {
    const { attempts, log } = this.port;
    if (this.isExiting || attempts.list.length === 0) return;
    const message =
      'the process was ended while attempts are at work; the lease of a run that is not completed runs out';
    log('CRITICAL', message, { code, attempts: attempts.list });
  }

  private noteThread(worker: Worker): void {
    if (OWN_THREADS.has(worker)) return;
    this.threads.add(worker);
    worker.once('exit', () => this.threads.delete(worker));
  }

  /** The watchdog and the signal are those of an attempt: a thread that outlives it has neither. */
  private tellThreadsLeft(): void {
    if (this.work.size > 0 || this.threads.size === 0) return;
    const message = 'job logic has left threads running; they outlive its attempt and nothing ends them';
    this.port.log('WARNING', message, { threads: this.threads.size });
  }

  private stray(error: unknown, origin: unknown): void {
    const { attempts, log } = this.port;
    log('ERROR', 'nothing caught an error; the process goes on', {
      // Nothing is thrown, too, now and then.
      error: error ?? String(error),
      origin,
      attempts: attempts.list,
    });
    // A host that cannot bind its port has nothing to go on for. While an attempt is at work it is the job's.
    if (this.work.size === 0 && isListenError(error)) this.exit(1);
  }
}

function isListenError(error: unknown): boolean {
  try {
    return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  } catch {
    // What is thrown may resist being looked at.
    return false;
  }
}

const FRAMEWORK = /[\\/]@google-cloud[\\/]functions-framework[\\/]/;

function isAddedByFramework(): boolean {
  return FRAMEWORK.test(new Error('who adds the listener').stack ?? '');
}
