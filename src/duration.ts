import { Token } from 'cdktf';
import { ConfigurationError } from './configuration-error';

/**
 * A length of time. What it is written to takes whole seconds, and says so where it is checked.
 *
 * A value that is known only at deploy time is given as a number token:
 * `Duration.seconds(deadline.numberValue)`.
 */
export class Duration {
  /** @param amount seconds, at least 0, or a number token */
  static seconds(amount: number): Duration {
    return new Duration(amount, 1, 'seconds');
  }

  /** @param amount minutes, at least 0 */
  static minutes(amount: number): Duration {
    return new Duration(amount, 60, 'minutes');
  }

  /** @param amount hours, at least 0 */
  static hours(amount: number): Duration {
    return new Duration(amount, 3600, 'hours');
  }

  /** @param amount days of 24 hours, at least 0 */
  static days(amount: number): Duration {
    return new Duration(amount, 86_400, 'days');
  }

  private readonly amountSeconds: number;

  private constructor(amount: number, unitSeconds: number, unit: string) {
    const unresolved = Token.isUnresolved(amount);
    const holds = typeof amount === 'number' && (unresolved || (Number.isFinite(amount) && amount >= 0));
    if (!holds) fail(unit, 'be a number of at least 0', amount);
    if (unresolved && unitSeconds !== 1)
      fail(unit, 'be a literal (a token goes into Duration.seconds)', 'a token');
    this.amountSeconds = unresolved ? amount : withoutNoise(amount * unitSeconds);
  }

  /** Whether the value is known only at deploy time. */
  get isUnresolved(): boolean {
    return Token.isUnresolved(this.amountSeconds);
  }

  /** The length in seconds; a number token where {@link isUnresolved}. */
  toSeconds(): number {
    return this.amountSeconds;
  }

  /** The text that Google's APIs take, such as `180s`. */
  toString(): string {
    return `${this.amountSeconds}s`;
  }
}

/** To the nanosecond, as Google's durations go: 0.3 minutes are 18 s, whatever a product of fractions says. */
function withoutNoise(seconds: number): number {
  return Number(seconds.toFixed(9));
}

function fail(unit: string, must: string, got: unknown): never {
  throw new ConfigurationError([{ prop: `Duration.${unit}`, must, got: String(got) }]);
}
