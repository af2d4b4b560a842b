import { claimAllowanceSeconds, LATE_DISPATCH_SECONDS, STORE_CALL_SECONDS } from '../timing/allowances';
import { BACKOFF_READINGS, type BackoffReading } from '../timing/backoff';
import { exactSeconds } from '../timing/exact-seconds';
import { retryInstantsSeconds } from '../timing/retry-instants';
import type { Attempt, Crash, LostBecause, Retry, RunCase } from './run-case';
import type { RunSettings } from './run-settings';

/**
 * What happens when the first attempt dies `crashSeconds` after it was sent.
 *
 * Under the reading of the backoff that loses the run, where one does, else under the slower one. A crash
 * within the claim allowance is taken as one right after the claim: the lease then begins as late as it can.
 */
export function crashCase(name: RunCase['name'], settings: RunSettings, crashSeconds: number): RunCase {
  return BACKOFF_READINGS.map((reading) => crashUnder(reading, name, settings, crashSeconds)).reduce(
    (one, other) => (recoveredAt(other) > recoveredAt(one) ? other : one),
  );
}

function recoveredAt({ crash }: RunCase): number {
  return crash?.recoveredAtSeconds ?? Infinity;
}

function crashUnder(
  reading: BackoffReading,
  name: RunCase['name'],
  settings: RunSettings,
  atSeconds: number,
): RunCase {
  const { attemptDeadlineSeconds, leaseSeconds, isLeaseRenewed, gapSeconds = Infinity } = settings;
  const claimedAtSeconds = Math.min(claimAllowanceSeconds(attemptDeadlineSeconds), atSeconds);
  const leaseEndSeconds = exactSeconds((isLeaseRenewed ? atSeconds : claimedAtSeconds) + leaseSeconds);
  const lastUsable = exactSeconds(gapSeconds - LATE_DISPATCH_SECONDS);
  const retries: Retry[] = [];
  for (const instant of retryInstantsSeconds(settings, settings.retryCount, reading)) {
    const sentAt = exactSeconds(atSeconds + instant);
    const isAfterLease = exactSeconds(leaseEndSeconds + STORE_CALL_SECONDS) <= sentAt;
    const finds = sentAt >= lastUsable ? 'too-late' : isAfterLease ? 'runs' : 'refused';
    retries.push({ number: retries.length + 1, atSeconds: sentAt, finds });
    if (finds === 'runs') break;
  }
  const recoveredAtSeconds = retries.find(({ finds }) => finds === 'runs')?.atSeconds ?? null;
  const attempts: Attempt[] = [{ fromSeconds: 0, toSeconds: atSeconds }];
  if (recoveredAtSeconds !== null) {
    attempts.push({
      fromSeconds: recoveredAtSeconds,
      toSeconds: exactSeconds(recoveredAtSeconds + attemptDeadlineSeconds),
    });
  }
  const crash: Crash = {
    atSeconds,
    claimedAtSeconds,
    leaseEndSeconds,
    recoveredAtSeconds,
    lostBecause: recoveredAtSeconds === null ? whyLost(retries) : undefined,
  };
  return { name, attempts, crash, retries };
}

function whyLost(retries: readonly Retry[]): LostBecause {
  if (retries.length === 0) return 'no-counted-retry';
  return retries.some(({ finds }) => finds === 'too-late') ? 'next-run-comes-first' : 'retries-end-too-early';
}
