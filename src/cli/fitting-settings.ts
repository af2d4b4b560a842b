import { deriveTiming } from '../timing/derive-timing';
import type { Timing } from '../timing/timing';
import { isKnown } from '../timing/unknown';
import type { CheckedJob } from './check-job';
import { FLAG_NAMES, type SettingNames, type SettingProp } from './setting-names';

/**
 * Settings under which every rule holds for the schedule of a job, written as its user writes them.
 *
 * The attempt deadline and the lease stay as they are where that can be; the kind of the lease always does. `undefined` where the schedule is
 * not known or no settings fit it.
 */
export function fittingSettings({ job, values }: CheckedJob): string | undefined {
  const { schedule, attemptDeadline } = values;
  if (!isKnown(schedule)) return undefined;
  const { leaseSeconds, isLeaseRenewed } = job.handler ?? {};
  const attemptDeadlineSeconds = isKnown(attemptDeadline) ? Math.floor(attemptDeadline) : attemptDeadline;
  const attempts = [{ attemptDeadlineSeconds, leaseSeconds }, { attemptDeadlineSeconds }, {}];
  for (const kept of attempts) {
    const { timing } = deriveTiming({ ...kept, isLeaseRenewed, gapSeconds: schedule, retry: {} });
    if (timing !== undefined) return written(timing, leaseSeconds !== undefined, job.names);
  }
  return undefined;
}

function written(
  { attemptDeadlineSeconds, leaseSeconds, retry }: Timing,
  hasLease: boolean,
  names: SettingNames,
): string {
  const settings: readonly (readonly [SettingProp, string])[] = [
    ['attemptDeadline', `${attemptDeadlineSeconds}s`],
    ['retryConfig.retryCount', String(retry.retryCount)],
    ['retryConfig.minBackoffDuration', `${retry.minBackoffSeconds}s`],
    ['retryConfig.maxBackoffDuration', `${retry.maxBackoffSeconds}s`],
    ['retryConfig.maxDoublings', String(retry.maxDoublings)],
    ...(hasLease ? [['lease', `${leaseSeconds}s`] as const] : []),
  ];
  const separator = names === FLAG_NAMES ? ' ' : ', ';
  return settings.map(([prop, value]) => `${names[prop]} ${value}`).join(separator);
}
