import { claimAllowanceSeconds } from '../timing/allowances';
import { BACKOFF_READINGS, type BackoffReading } from '../timing/backoff';
import { firstLostCrashAt } from '../timing/crash-recovery';
import { exactSeconds } from '../timing/exact-seconds';
import { retryInstantsSeconds } from '../timing/retry-instants';
import { longestRetryWindowSeconds, retriesAreOff } from '../timing/retry-window';
import { crashCase } from './crash-case';
import type { RunCase } from './run-case';
import type { RunSettings } from './run-settings';

/** One run's life, from which every picture is drawn. Seconds from sending the first delivery. */
export interface Timeline {
  readonly settings: RunSettings;
  /** Retries are off: a run whose attempt fails or crashes is lost. */
  readonly atMostOnce: boolean;
  /** An early and a late crash; one between that is lost, where there is one; attempts that take their time. */
  readonly cases: readonly RunCase[];
  /** When the last possible attempt ends at the latest. */
  readonly worstCaseEndSeconds: number;
}

/** Works out one run's life from the settings of its job. */
export function timelineOf(settings: RunSettings): Timeline {
  const { attemptDeadlineSeconds } = settings;
  const firstLostAt = firstLostCrashAt({
    ...settings,
    gapSeconds: settings.gapSeconds ?? Infinity,
    claimAllowanceSeconds: claimAllowanceSeconds(attemptDeadlineSeconds),
  });
  const between =
    firstLostAt !== null && firstLostAt > 0 && firstLostAt < attemptDeadlineSeconds
      ? [crashCase('lost-crash', settings, firstLostAt)]
      : [];
  return {
    settings,
    atMostOnce: retriesAreOff(settings),
    cases: [
      crashCase('early-crash', settings, 0),
      ...between,
      crashCase('late-crash', settings, attemptDeadlineSeconds),
      slowAttempts(settings),
    ],
    worstCaseEndSeconds: exactSeconds(
      longestRetryWindowSeconds(settings, attemptDeadlineSeconds) + attemptDeadlineSeconds,
    ),
  };
}

/** Every attempt lasts its whole deadline and fails: the counted retries at their latest. */
function slowAttempts(settings: RunSettings): RunCase {
  const { retryCount, attemptDeadlineSeconds } = settings;
  const waits = BACKOFF_READINGS.map((reading) => waitsUnder(reading, settings)).reduce((one, other) =>
    (other.at(-1) ?? 0) > (one.at(-1) ?? 0) ? other : one,
  );
  const attempts = [0, ...waits].map((wait, failures) => ({
    fromSeconds: exactSeconds(failures * attemptDeadlineSeconds + wait),
    toSeconds: exactSeconds((failures + 1) * attemptDeadlineSeconds + wait),
  }));
  const retries = attempts.slice(1, retryCount + 1).map(({ fromSeconds }, index) => ({
    number: index + 1,
    atSeconds: fromSeconds,
    finds: 'runs' as const,
  }));
  return { name: 'slow-attempts', attempts, retries };
}

function waitsUnder(reading: BackoffReading, settings: RunSettings): readonly number[] {
  return retryInstantsSeconds(settings, settings.retryCount, reading);
}
