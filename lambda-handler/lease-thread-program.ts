import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type FromLeaseThread,
  LEASE_THREAD,
  type LeaseThreadData,
  type ToLeaseThread,
} from './lease-thread-messages';
import type { Clock } from './protocol/clock';
import type { HeldLease, LeaseEvents } from './protocol/held-lease';
import { StoreLeaseKeeper } from './protocol/renewed-lease';
import type { RunStore } from './protocol/run-store';
import type { Watchdog } from './protocol/watchdog';
import { armThrough } from './watchdog-messages';

/** What this thread was started with, if it is the one that renews leases. */
export function leaseThreadData(): LeaseThreadData | undefined {
  const data = workerData as LeaseThreadData | null | undefined;
  return !isMainThread && data?.thread === LEASE_THREAD ? data : undefined;
}

/** Renews leases until the process ends: the program of the thread that the job logic cannot block. */
export function runLeaseThread(data: LeaseThreadData, store: RunStore, clock: Clock): void {
  const port = parentPort as MessagePort;
  const watchdog: Watchdog = {
    ready: async () => {},
    arm: (attempt, atMs) => armThrough(data.watchdog, clock, attempt, atMs),
  };
  const keeper = new StoreLeaseKeeper({ store, clock, watchdog });
  const leases = new Map<string, HeldLease>();
  const tell = (message: FromLeaseThread) => port.postMessage(message);

  const act = async (message: ToLeaseThread): Promise<void> => {
    const { attemptId } = message;
    if (message.kind === 'keep') {
      const events: LeaseEvents = {
        onLost: (loss) => tell({ kind: 'lost', attemptId, loss }),
        onUnrenewed: (problem) => tell({ kind: 'unrenewed', attemptId, problem }),
      };
      leases.set(attemptId, await keeper.keep(message.lease, events));
      return tell({ kind: 'kept', attemptId });
    }
    const lease = leases.get(attemptId);
    if (lease === undefined) throw new Error('assumption failed: the attempt keeps no lease');
    switch (message.kind) {
      case 'resume':
        return lease.resume(message.updateTime);
      case 'outlive':
        return lease.outlive(message.processUntilMs);
      case 'release':
        leases.delete(attemptId);
        return tell({ kind: 'version', attemptId, updateTime: await lease.release() });
      case 'pause':
        return tell({ kind: 'version', attemptId, updateTime: await lease.pause() });
    }
  };
  port.on('message', (message: ToLeaseThread) => void act(message));
  tell({ kind: 'ready' });
}
