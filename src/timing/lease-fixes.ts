import { LEASE_MARGIN_SECONDS } from './allowances';
import { ATTEMPT_DEADLINE_SECONDS } from './cloud-scheduler-limits';
import { deriveRetry } from './derive-retry';
import { largestWorking } from './largest-working';
import type { TimingInput } from './timing-input';

/**
 * The attempt deadline that suits a lease too short for the present one, as `lower attemptDeadline to 90 s`;
 * `null` where no deadline does, or none with which every crash is recovered.
 */
export function deadlineFixFor(input: TimingInput, leaseSeconds: number): string | null {
  const longest = largestWorking(
    ATTEMPT_DEADLINE_SECONDS.from,
    Math.min(leaseSeconds - LEASE_MARGIN_SECONDS, ATTEMPT_DEADLINE_SECONDS.to),
    (attemptDeadlineSeconds) =>
      input.acceptLostCrashes !== undefined ||
      deriveRetry({ ...input, attemptDeadlineSeconds }).recoversCrashes,
  );
  if (longest === undefined) return null;
  return `${input.attemptDeadlineSeconds === undefined ? 'set' : 'lower'} attemptDeadline to ${longest} s`;
}
