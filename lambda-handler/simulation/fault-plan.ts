import type { JobSettings } from '../../src/contract/job-settings';
import type { BackoffReading } from '../../src/timing/backoff';

/** What goes wrong with one call to the store. */
export type StoreFault =
  | { readonly kind: 'none' }
  /** The request or its answer takes long; beyond the call's limit nobody listens any more. */
  | { readonly kind: 'slow'; readonly requestMs: number; readonly answerMs: number }
  /** Nothing is done, and the caller hears so at once. */
  | { readonly kind: 'unavailable' }
  /** Nothing is done, and nothing is heard until the call's limit. */
  | { readonly kind: 'silent' }
  /** Nothing is done, and the same call cannot succeed. */
  | { readonly kind: 'denied' }
  /** The write is done and nothing is heard. */
  | { readonly kind: 'answer-lost' }
  /** The write is done and a refusal is heard, as after a retry below the protocol. */
  | { readonly kind: 'refused-though-done' }
  /** The connection breaks at once, and the write arrives all the same, so much later. */
  | { readonly kind: 'lands-late'; readonly afterMs: number };

/** What can go wrong with a call to the store. */
export const STORE_FAULT_KINDS: readonly StoreFault['kind'][] = [
  'none',
  'slow',
  'unavailable',
  'silent',
  'denied',
  'answer-lost',
  'refused-though-done',
  'lands-late',
];

/** What goes wrong with one call of job logic to the world outside. */
export type OutsideFault = 'none' | 'not-done' | 'done-unheard';

export const OUTSIDE_FAULTS: readonly OutsideFault[] = ['none', 'not-done', 'done-unheard'];

/** When something happens to an instance: a time after the delivery, or an await point, from 1. */
export type Moment =
  | { readonly kind: 'time'; readonly afterMs: number }
  | { readonly kind: 'step'; readonly step: number };

/** What happens to the instance that carries out a delivery. */
export type InstanceFault =
  | { readonly kind: 'crash'; readonly at: Moment }
  /** It stands still, its watchdog too, and goes on as if nothing had been. */
  | { readonly kind: 'freeze'; readonly at: Moment; readonly forMs: number }
  /** It stands still and its monotonic clock with it: afterwards its watchdog is late by as much. */
  | { readonly kind: 'suspend'; readonly at: Moment; readonly forMs: number }
  /** SIGTERM; the platform kills it ten seconds later. */
  | { readonly kind: 'stop-signal'; readonly at: Moment };

export const INSTANCE_FAULT_KINDS: readonly InstanceFault['kind'][] = [
  'crash',
  'freeze',
  'suspend',
  'stop-signal',
];

/** What goes wrong with one delivery. */
export interface DeliveryFaults {
  /** Time until the delivery is handled. */
  readonly coldStartMs: number;
  /** How far the instance's wall clock is ahead of the true time. */
  readonly clockAheadMs: number;
  /** The scheduled time is written with an offset instead of `Z`. */
  readonly timeWithOffset: boolean;
  /** It meets an instance of the other revision, during a deploy. */
  readonly otherRevision: boolean;
  readonly instance: readonly InstanceFault[];
  /** Of the delivery's calls to the store, in their order. */
  readonly store: readonly StoreFault[];
  /** Of job logic's calls to the outside, in their order. */
  readonly outside: readonly OutsideFault[];
  /** Cloud Scheduler does not hear the answer. */
  readonly answerLost: boolean;
}

/** A delivery that nobody waits for: a proxy's retry, or one that was held up on its way. */
export interface Duplicate {
  /** After the run's scheduled time. */
  readonly afterMs: number;
  readonly faults: DeliveryFaults;
}

/** What goes wrong with one scheduled run. */
export interface RunFaults {
  /** How late Cloud Scheduler sends the first delivery. */
  readonly lateMs: number;
  /** Of the first delivery and its retries, in their order. */
  readonly deliveries: readonly DeliveryFaults[];
  readonly duplicates: readonly Duplicate[];
  /** A person starts the job so long before the scheduled time, each time they do. */
  readonly pressedBeforeMs: readonly number[];
}

/** What happens when the next scheduled time comes while retries go on; Google's texts disagree. */
export type NextRunReading = 'ends-retries' | 'is-skipped';

export const NEXT_RUN_READINGS: readonly NextRunReading[] = ['ends-retries', 'is-skipped'];

/** Everything that goes wrong in one simulation. What is not named goes well. */
export interface FaultPlan {
  readonly backoff: BackoffReading;
  readonly nextRun: NextRunReading;
  /** How far the store's clock is ahead of the true time. */
  readonly storeAheadMs: number;
  /** How long after `expire_at` the store deletes a record. */
  readonly forgetAfterMs: number;
  /** Settings of the other revision that instances may have, where a deploy is under way. */
  readonly otherSettings: Partial<JobSettings>;
  /** One entry per scheduled run. */
  readonly runs: readonly RunFaults[];
}

/** A delivery with which nothing goes wrong. */
export const NO_FAULTS: DeliveryFaults = Object.freeze({
  coldStartMs: 0,
  clockAheadMs: 0,
  timeWithOffset: false,
  otherRevision: false,
  instance: [],
  store: [],
  outside: [],
  answerLost: false,
});
