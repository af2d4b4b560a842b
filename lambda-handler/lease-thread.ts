import { type MessagePort, Worker } from 'node:worker_threads';
import type { StoreLocation } from '../src/contract/environment';
import {
  type FromLeaseThread,
  LEASE_THREAD,
  type LeaseThreadData,
  type ToLeaseThread,
} from './lease-thread-messages';
import { OWN_THREADS } from './own-threads';
import type { HeldLease, LeaseEvents, LeaseKeeper, LeaseToKeep } from './protocol/held-lease';
import type { Log } from './protocol/log';
import type { UpdateTime } from './protocol/run-store';

/** What the thread is made of. */
export interface LeaseThreadOptions {
  /** The file of the handler, which starts the thread's program when it finds itself in that thread. */
  readonly file: string;
  readonly store: StoreLocation;
  readonly emulatorHost: string | undefined;
  readonly watchdog: ConnectedWatchdog;
  readonly log: Log;
}

/** The watchdog's thread, as far as this thread needs it. */
export interface ConnectedWatchdog {
  /** A way to it that another thread can be given, once it can be relied on. */
  connect(): Promise<MessagePort>;
  /** Takes back what was armed for an attempt, by whomever. */
  disarm(attemptId: string): void;
}

interface Kept {
  readonly events: LeaseEvents;
  answer: (updateTime: UpdateTime | undefined) => void;
}

/**
 * Renews leases in a thread of its own, which has its own connection to the store.
 *
 * Job logic that blocks the event loop blocks the renewals of no attempt. Where this thread itself fails, nothing is
 * renewed any more, and the watchdog, which is a third thread, ends the process before the lease ends.
 */
export class LeaseThread implements LeaseKeeper {
  private worker: Worker | undefined;
  private started: Promise<void> | undefined;
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly options: LeaseThreadOptions) {}

  ready(): Promise<void> {
    this.started ??= this.start().catch((error: unknown) => {
      this.started = undefined;
      throw error;
    });
    return this.started;
  }

  async keep(lease: LeaseToKeep, events: LeaseEvents): Promise<HeldLease> {
    const { attemptId } = lease;
    const entry: Kept = { events, answer: () => {} };
    this.kept.set(attemptId, entry);
    let { updateTime } = lease;
    const version = async (kind: 'pause' | 'release') => {
      updateTime = (await this.ask(entry, { kind, attemptId })) ?? updateTime;
      return updateTime;
    };
    await this.ask(entry, { kind: 'keep', attemptId, lease });
    if (this.worker === undefined) throw new Error('the lease thread has ended');
    return {
      pause: () => version('pause'),
      resume: (from) => {
        updateTime = from;
        this.tell({ kind: 'resume', attemptId, updateTime });
      },
      outlive: (processUntilMs) => this.tell({ kind: 'outlive', attemptId, processUntilMs }),
      release: async () => {
        await version('release');
        this.kept.delete(attemptId);
        // Nobody else would: the attempt has ended, and others may be at work in this process.
        if (this.worker === undefined) this.options.watchdog.disarm(attemptId);
        return updateTime;
      },
    };
  }

  /** Resolves without a version where the thread has ended: what is known of the record stands. */
  private ask(entry: Kept, message: ToLeaseThread): Promise<UpdateTime | undefined> {
    return new Promise((resolve) => {
      entry.answer = resolve;
      if (this.worker === undefined) resolve(undefined);
      else this.tell(message);
    });
  }

  private tell(message: ToLeaseThread): void {
    this.worker?.postMessage(message);
  }

  private async start(): Promise<void> {
    const { file, store, emulatorHost, watchdog, log } = this.options;
    const port = await watchdog.connect();
    const workerData: LeaseThreadData = { thread: LEASE_THREAD, store, emulatorHost, watchdog: port };
    await new Promise<void>((resolve, reject) => {
      // No flags of the process: a loader or a preloaded module is not the thread's business.
      const worker = new Worker(file, { workerData, transferList: [port], execArgv: [] });
      OWN_THREADS.add(worker);
      this.worker = worker;
      worker.unref();
      worker.on('message', (message: FromLeaseThread) => {
        if (message.kind === 'ready') resolve();
        else this.hear(message);
      });
      worker.once('error', (error) => {
        log('CRITICAL', 'the lease thread has failed; no lease is renewed any more', { error });
        reject(error);
      });
      worker.once('exit', () => {
        reject(new Error('the lease thread has ended'));
        this.worker = undefined;
        this.started = undefined;
        for (const { answer } of this.kept.values()) answer(undefined);
      });
    });
  }

  private hear(message: Exclude<FromLeaseThread, { kind: 'ready' }>): void {
    const entry = this.kept.get(message.attemptId);
    if (message.kind === 'lost') entry?.events.onLost(message.loss);
    else if (message.kind === 'unrenewed') entry?.events.onUnrenewed(message.problem);
    else entry?.answer(message.kind === 'version' ? message.updateTime : undefined);
  }
}
