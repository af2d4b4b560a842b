import type { Problem } from '../problem';
import {
  ATTEMPT_DEADLINE_SECONDS,
  BACKOFF_SECONDS,
  LEASE_SECONDS,
  MAX_DOUBLINGS,
  MAX_RETRY_DURATION_SECONDS,
  RETENTION_SECONDS,
  RETRY_COUNT,
} from './cloud-scheduler-limits';
import type { RetrySettings } from './retry-window';
import { isKnown, type OrUnknown, UNKNOWN } from './unknown';
import { checkWhole, usable, type WholeProp } from './whole-number';

/** The times of a job as its user gave them, in seconds; absent where they are to be derived. */
export interface TimingInput {
  /** Smallest gap between scheduled times. */
  readonly gapSeconds: OrUnknown<number>;
  readonly attemptDeadlineSeconds?: OrUnknown<number>;
  readonly leaseSeconds?: OrUnknown<number>;
  /** The lease is renewed while an attempt works, and need not outlive it. @default false */
  readonly isLeaseRenewed?: boolean;
  readonly retentionSeconds?: OrUnknown<number>;
  /** Why a crash may be lost; rule I3 is then a warning. */
  readonly acceptLostCrashes?: string;
  readonly retry: RetryInput;
}

/** The retry settings that a user may give. */
export type RetryInput = { readonly [Setting in keyof RetrySettings]?: OrUnknown<number> };

const ATTEMPT_DEADLINE: WholeProp = {
  prop: 'attemptDeadline',
  range: ATTEMPT_DEADLINE_SECONDS,
  unit: 's',
  tooLarge: 'longer work must be started asynchronously: start it and return',
};
const LEASE: WholeProp = { prop: 'lease', range: LEASE_SECONDS, unit: 's' };
const RETENTION: WholeProp = { prop: 'retention', range: RETENTION_SECONDS, unit: 's' };

const RETRY: { readonly [Setting in keyof RetrySettings]: WholeProp } = {
  retryCount: { prop: 'retryConfig.retryCount', range: RETRY_COUNT, unit: '' },
  maxRetryDurationSeconds: {
    prop: 'retryConfig.maxRetryDuration',
    range: MAX_RETRY_DURATION_SECONDS,
    unit: 's',
  },
  minBackoffSeconds: { prop: 'retryConfig.minBackoffDuration', range: BACKOFF_SECONDS, unit: 's' },
  maxBackoffSeconds: { prop: 'retryConfig.maxBackoffDuration', range: BACKOFF_SECONDS, unit: 's' },
  maxDoublings: {
    prop: 'retryConfig.maxDoublings',
    range: MAX_DOUBLINGS,
    unit: '',
    tooSmall:
      'the Terraform provider drops a zero and Cloud Scheduler then uses its default of 5; for a constant ' +
      'wait set minBackoffDuration = maxBackoffDuration',
  },
};

const RETRY_SETTINGS = Object.keys(RETRY) as (keyof RetrySettings)[];

/** Checks each value by itself, and that the shortest wait does not exceed the longest. */
export function checkRanges(input: TimingInput): Problem[] {
  return [
    ...checkWhole(ATTEMPT_DEADLINE, input.attemptDeadlineSeconds),
    ...checkWhole(LEASE, input.leaseSeconds),
    ...checkWhole(RETENTION, input.retentionSeconds),
    ...RETRY_SETTINGS.flatMap((setting) => checkWhole(RETRY[setting], input.retry[setting])),
    ...checkBackoffOrder(usableRetry(input.retry)),
    ...checkReason(input.acceptLostCrashes),
  ];
}

/** The input with each value that {@link checkRanges} reports made unknown, so that the rest can be checked. */
export function withoutUnusable(input: TimingInput): TimingInput {
  const retry = usableRetry(input.retry);
  const isOrdered = checkBackoffOrder(retry).length === 0;
  return {
    gapSeconds: input.gapSeconds,
    attemptDeadlineSeconds: usable(ATTEMPT_DEADLINE, input.attemptDeadlineSeconds),
    leaseSeconds: usable(LEASE, input.leaseSeconds),
    isLeaseRenewed: input.isLeaseRenewed,
    retentionSeconds: usable(RETENTION, input.retentionSeconds),
    acceptLostCrashes:
      checkReason(input.acceptLostCrashes).length === 0 ? input.acceptLostCrashes : undefined,
    retry: isOrdered ? retry : { ...retry, minBackoffSeconds: UNKNOWN, maxBackoffSeconds: UNKNOWN },
  };
}

/** A value of the input, wherever it stands. */
export type TimingKey =
  | Exclude<keyof TimingInput, 'retry' | 'acceptLostCrashes' | 'isLeaseRenewed'>
  | keyof RetrySettings;

const PROP_NAMES: { readonly [Key in TimingKey]: string } = {
  gapSeconds: 'schedule',
  attemptDeadlineSeconds: ATTEMPT_DEADLINE.prop,
  leaseSeconds: LEASE.prop,
  retentionSeconds: RETENTION.prop,
  retryCount: RETRY.retryCount.prop,
  maxRetryDurationSeconds: RETRY.maxRetryDurationSeconds.prop,
  minBackoffSeconds: RETRY.minBackoffSeconds.prop,
  maxBackoffSeconds: RETRY.maxBackoffSeconds.prop,
  maxDoublings: RETRY.maxDoublings.prop,
};

/** Those of some props that are known only at deploy time, as the user typed them. */
export function unknownProps(input: TimingInput, keys: readonly TimingKey[]): string[] {
  const values: { readonly [name: string]: unknown } = { ...input, ...input.retry };
  return keys.filter((key) => values[key] === UNKNOWN).map((key) => PROP_NAMES[key]);
}

function checkBackoffOrder({ minBackoffSeconds: min, maxBackoffSeconds: max }: RetryInput): Problem[] {
  if (min === undefined || max === undefined || !isKnown(min) || !isKnown(max) || min <= max) return [];
  return [
    {
      prop: RETRY.minBackoffSeconds.prop,
      must: `be at most maxBackoffDuration (${max} s)`,
      got: `${min} s`,
      fix: `lower it to ${max} s or raise maxBackoffDuration to ${min} s`,
    },
  ];
}

/** Whoever reads the stack later has to learn why a run may be lost. */
function checkReason(reason: unknown): Problem[] {
  if (reason === undefined || (typeof reason === 'string' && reason.trim() !== '')) return [];
  const got = typeof reason === 'string' ? `'${reason}'` : String(reason);
  const fix = "write why a lost run does no harm, such as 'the next run does the work of both'";
  return [{ prop: 'acceptLostCrashes', must: 'be a text that gives the reason', got, fix }];
}

function usableRetry(retry: RetryInput): RetryInput {
  return Object.fromEntries(
    RETRY_SETTINGS.map((setting) => [setting, usable(RETRY[setting], retry[setting])]),
  );
}
