import { type TimingInput, type TimingKey, unknownProps } from './timing-input';
import { UNKNOWN } from './unknown';

/**
 * The rules that cannot be decided before the deployment, each with the props that leave it open.
 *
 * @param recoversUpToSeconds the longest attempt deadline for which the retries were derived
 */
export function uncheckedRules(
  input: TimingInput,
  { atMostOnce, recoversUpToSeconds }: { readonly atMostOnce: boolean; readonly recoversUpToSeconds: number },
): string[] {
  const open = (rule: string, keys: readonly TimingKey[]): string[] => {
    const props = unknownProps(input, keys);
    return props.length === 0 ? [] : [`${rule}: depends on ${props.join(', ')}, known only at deploy time`];
  };
  const renewedRule = 'I6 (the renewed lease is at least 15 s)';
  const fixedRule = 'I2 (the lease outlives its attempt)';
  const given = input.leaseSeconds !== undefined;
  const leaseRule = input.isLeaseRenewed
    ? open(renewedRule, ['leaseSeconds'])
    : given
      ? open(fixedRule, ['leaseSeconds', 'attemptDeadlineSeconds'])
      : [];
  const upTo =
    input.attemptDeadlineSeconds === UNKNOWN ? ` for an attemptDeadline up to ${recoversUpToSeconds} s` : '';
  const recoveryRule = `I3 (every crash is recovered${upTo})`;
  return [
    ...leaseRule,
    ...(atMostOnce ? [] : open(recoveryRule, RECOVERY_KEYS)),
    ...(input.retentionSeconds === undefined
      ? open('I4 (the record outlives its run)', ['maxRetryDurationSeconds', 'maxBackoffSeconds'])
      : open('I4 (the record outlives its run)', ['retentionSeconds', ...WORST_CASE_KEYS])),
    ...open('I5 (each run ends before the next one is due)', ['gapSeconds', ...WORST_CASE_KEYS]),
  ];
}

const RECOVERY_KEYS: readonly TimingKey[] = [
  'gapSeconds',
  'attemptDeadlineSeconds',
  'leaseSeconds',
  'retryCount',
  'maxRetryDurationSeconds',
  'minBackoffSeconds',
  'maxBackoffSeconds',
  'maxDoublings',
];

const WORST_CASE_KEYS: readonly TimingKey[] = [
  'attemptDeadlineSeconds',
  'retryCount',
  'maxRetryDurationSeconds',
  'minBackoffSeconds',
  'maxBackoffSeconds',
  'maxDoublings',
];
