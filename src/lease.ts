import { shown } from './checks';
import { ConfigurationError } from './configuration-error';
import type { LeaseKind } from './contract/job-settings';
import { Duration } from './duration';

/** How long an attempt holds its run. A crashed attempt blocks its run until its lease ends. */
export class Lease {
  /**
   * A lease that outlives its attempt from the start, so that the handler writes two times in a run.
   *
   * @param duration at least `attemptDeadline` and 10 s, in whole seconds
   */
  static fixed(duration: Duration): Lease {
    return new Lease('fixed', duration);
  }

  /**
   * A short lease that the handler renews every third of it while the job logic works, up to the attempt's limit.
   *
   * A crashed attempt then blocks its run for this long at most, however long the attempt deadline is; the price
   * is a write each third. Renewals go on while the job logic blocks the event loop.
   *
   * @param duration at least 15 s, in whole seconds
   */
  static renewed(duration: Duration): Lease {
    return new Lease('renewed', duration);
  }

  private constructor(
    readonly kind: LeaseKind,
    readonly duration: Duration,
  ) {
    if (duration instanceof Duration) return;
    const fix = typeof duration === 'number' ? `write Duration.seconds(${duration})` : undefined;
    throw new ConfigurationError([
      { prop: `Lease.${kind}`, must: 'be given a Duration', got: shown(duration), fix },
    ]);
  }
}
