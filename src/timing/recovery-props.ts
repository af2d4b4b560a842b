import type { RecoveryInput } from './derive-recovery';

/** What a user can give of that which decides about recovery. */
export type RecoveryKey = Exclude<
  keyof RecoveryInput,
  'gapSeconds' | 'isLeaseRenewed' | 'hasDefaultDeadline'
>;

const PROPS: { readonly [Key in RecoveryKey]: { readonly prop: string; readonly unit: string } } = {
  attemptDeadlineSeconds: { prop: 'attemptDeadline', unit: ' s' },
  leaseSeconds: { prop: 'lease', unit: ' s' },
  retryCount: { prop: 'retryConfig.retryCount', unit: '' },
  minBackoffSeconds: { prop: 'retryConfig.minBackoffDuration', unit: ' s' },
  maxBackoffSeconds: { prop: 'retryConfig.maxBackoffDuration', unit: ' s' },
  maxDoublings: { prop: 'retryConfig.maxDoublings', unit: '' },
};

export const RECOVERY_KEYS = Object.keys(PROPS) as readonly RecoveryKey[];

/** The prop as the user typed it. */
export function recoveryProp(key: RecoveryKey): string {
  return PROPS[key].prop;
}

/** A value of that prop with its unit: `180 s`. */
export function recoveryValue(key: RecoveryKey, value: number): string {
  return `${value}${PROPS[key].unit}`;
}
