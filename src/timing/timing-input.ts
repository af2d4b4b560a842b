import type { Problem } from '../problem';
import {
  ATTEMPT_DEADLINE_SECONDS,
  BACKOFF_SECONDS,
  DEFAULT_RETENTION_SECONDS,
  DEFAULT_RETRY_COUNT,
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

/** A value of the input that is a whole number, wherever it stands. */
export type WholeKey =
  | Exclude<keyof TimingInput, 'gapSeconds' | 'isLeaseRenewed' | 'retry' | 'acceptLostCrashes'>
  | keyof RetrySettings;

/** Some of those values; `undefined` leaves one to be derived. */
export type WholeValues = { readonly [Key in WholeKey]?: OrUnknown<number> | undefined };

const WHOLE_PROPS: { readonly [Key in WholeKey]: WholeProp } = {
  attemptDeadlineSeconds: {
    prop: 'attemptDeadline',
    range: ATTEMPT_DEADLINE_SECONDS,
    unit: 's',
    tooLarge:
      'longer work must be started and left to run: JobLogic.workflowExecution, cloudRunJob or cloudBuildTrigger ' +
      'with waitForCompletion: false starts it once and returns',
  },
  leaseSeconds: { prop: 'lease', range: LEASE_SECONDS, unit: 's' },
  retentionSeconds: {
    prop: 'retention',
    range: RETENTION_SECONDS,
    unit: 's',
    insteadOfLess: DEFAULT_RETENTION_SECONDS,
  },
  retryCount: {
    prop: 'retryConfig.retryCount',
    range: RETRY_COUNT,
    unit: '',
    insteadOfLess: DEFAULT_RETRY_COUNT,
    tooSmall: '0 turns retries off, and a run whose attempt fails is lost',
  },
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

const WHOLE_KEYS = Object.keys(WHOLE_PROPS) as readonly WholeKey[];
const RETRY_KEYS = WHOLE_KEYS.filter((key) => WHOLE_PROPS[key].prop.startsWith('retryConfig.'));

/** What to write instead of what {@link checkRanges} reports. */
export interface RangeFixes {
  /** Instead of a number out of range, given the nearest one in range. */
  readonly numberFor: (key: WholeKey, nearest: number) => number;
  /** Instead of a shortest wait above the longest one: in words, and the values that the words lead to. */
  readonly backoffOrder: (
    minSeconds: number,
    maxSeconds: number,
  ) => { readonly text: string; readonly values: WholeValues };
}

const NEAREST: RangeFixes = {
  numberFor: (_key, nearest) => nearest,
  backoffOrder: (min, max) => ({
    text: `lower it to ${max} s or raise maxBackoffDuration to ${min} s`,
    values: { minBackoffSeconds: max },
  }),
};

/** Checks each value by itself, and that the shortest wait does not exceed the longest. */
export function checkRanges(input: TimingInput, fixes: RangeFixes = NEAREST): Problem[] {
  return [
    ...WHOLE_KEYS.flatMap((key) =>
      checkWhole(WHOLE_PROPS[key], wholeValue(input, key), (nearest) => fixes.numberFor(key, nearest)),
    ),
    ...checkBackoffOrder(usableRetry(input.retry), fixes),
    ...checkReason(input.acceptLostCrashes),
  ];
}

/** The input with each value that {@link checkRanges} reports made unknown, so that the rest can be checked. */
export function withoutUnusable(input: TimingInput): TimingInput {
  const retry = usableRetry(input.retry);
  const isOrdered = checkBackoffOrder(retry, NEAREST).length === 0;
  return {
    gapSeconds: input.gapSeconds,
    isLeaseRenewed: input.isLeaseRenewed,
    attemptDeadlineSeconds: usableValue(input, 'attemptDeadlineSeconds'),
    leaseSeconds: usableValue(input, 'leaseSeconds'),
    retentionSeconds: usableValue(input, 'retentionSeconds'),
    acceptLostCrashes:
      checkReason(input.acceptLostCrashes).length === 0 ? input.acceptLostCrashes : undefined,
    retry: isOrdered ? retry : { ...retry, minBackoffSeconds: UNKNOWN, maxBackoffSeconds: UNKNOWN },
  };
}

/** The usable input with the values in place that the fixes of {@link checkRanges} lead to. */
export function withRangeFixes(input: TimingInput, usable: TimingInput, fixes: RangeFixes): TimingInput {
  const numbers: Partial<Record<WholeKey, number>> = {};
  for (const key of WHOLE_KEYS) {
    checkWhole(WHOLE_PROPS[key], wholeValue(input, key), (nearest) => {
      const number = fixes.numberFor(key, nearest);
      numbers[key] = number;
      return number;
    });
  }
  const { minBackoffSeconds: min, maxBackoffSeconds: max } = usableRetry(input.retry);
  const isOrdered =
    checkBackoffOrder({ minBackoffSeconds: min, maxBackoffSeconds: max }, NEAREST).length === 0;
  const ordered = isOrdered
    ? {}
    : {
        ...{ minBackoffSeconds: min, maxBackoffSeconds: max },
        ...fixes.backoffOrder(Number(min), Number(max)).values,
      };
  return withValues(usable, { ...numbers, ...ordered });
}

/** A value of an input, or of times, which have the same names. */
export function wholeValue(
  input: Omit<TimingInput, 'acceptLostCrashes'>,
  key: WholeKey,
): OrUnknown<number> | undefined {
  const { isLeaseRenewed: _, ...times } = input;
  const values: { readonly [Key in WholeKey]?: OrUnknown<number> } = { ...times, ...input.retry };
  return values[key];
}

/** The input with some values changed. */
export function withValues(input: TimingInput, values: WholeValues): TimingInput {
  const change = (isOfRetry: boolean) =>
    Object.fromEntries(
      Object.entries(values).filter(([key]) => RETRY_KEYS.includes(key as WholeKey) === isOfRetry),
    );
  return { ...input, ...change(false), retry: { ...input.retry, ...change(true) } };
}

/** A value of the input, wherever it stands. */
export type TimingKey = 'gapSeconds' | WholeKey;

/** Those of some props that are known only at deploy time, as the user typed them. */
export function unknownProps(input: TimingInput, keys: readonly TimingKey[]): string[] {
  return keys
    .filter((key) => (key === 'gapSeconds' ? input.gapSeconds : wholeValue(input, key)) === UNKNOWN)
    .map((key) => (key === 'gapSeconds' ? 'schedule' : WHOLE_PROPS[key].prop));
}

function checkBackoffOrder(
  { minBackoffSeconds: min, maxBackoffSeconds: max }: RetryInput,
  fixes: RangeFixes,
): Problem[] {
  if (min === undefined || max === undefined || !isKnown(min) || !isKnown(max) || min <= max) return [];
  return [
    {
      prop: WHOLE_PROPS.minBackoffSeconds.prop,
      must: `be at most maxBackoffDuration (${max} s)`,
      got: `${min} s`,
      fix: fixes.backoffOrder(min, max).text,
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
  const values: { readonly [Key in WholeKey]?: OrUnknown<number> } = retry;
  return Object.fromEntries(RETRY_KEYS.map((key) => [key, usable(WHOLE_PROPS[key], values[key])]));
}

function usableValue(input: TimingInput, key: WholeKey): OrUnknown<number> | undefined {
  return usable(WHOLE_PROPS[key], wholeValue(input, key));
}
