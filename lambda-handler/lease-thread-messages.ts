import type { MessagePort } from 'node:worker_threads';
import type { StoreLocation } from '../src/contract/environment';
import type { LeaseToKeep, Loss } from './protocol/held-lease';
import type { UpdateTime } from './protocol/run-store';

/** Marks the thread that renews leases among all threads that may be started from the handler's file. */
export const LEASE_THREAD = 'cdktf-deduped-scheduler.lease-thread';

/** What the thread is started with. */
export interface LeaseThreadData {
  readonly thread: typeof LEASE_THREAD;
  readonly store: StoreLocation;
  readonly emulatorHost: string | undefined;
  /** Leads to the watchdog's thread. */
  readonly watchdog: MessagePort;
}

/** What the thread is told. Each has an answer, in the order in which they were sent, but for `resume` and `outlive`. */
export type ToLeaseThread =
  | { readonly kind: 'keep'; readonly attemptId: string; readonly lease: LeaseToKeep }
  | { readonly kind: 'pause' | 'release'; readonly attemptId: string }
  | { readonly kind: 'resume'; readonly attemptId: string; readonly updateTime: UpdateTime }
  | { readonly kind: 'outlive'; readonly attemptId: string; readonly processUntilMs: number };

/** What the thread answers, and what it tells unasked: that it is ready, and the events of a lease. */
export type FromLeaseThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'kept'; readonly attemptId: string }
  | { readonly kind: 'version'; readonly attemptId: string; readonly updateTime: UpdateTime }
  | { readonly kind: 'lost'; readonly attemptId: string; readonly loss: Loss }
  | { readonly kind: 'unrenewed'; readonly attemptId: string; readonly problem: string };
