import { TerraformStack, TerraformVariable } from 'cdktf';
import { Duration } from '../src/duration';
import { expressionOf } from '../src/expression-of';
import { messageOf } from './support/billing-stack';
import { Synthesized } from './support/synthesized';

describe('Duration', () => {
  test.each([
    { case: 'seconds', duration: Duration.seconds(90), text: '90s' },
    { case: 'minutes', duration: Duration.minutes(3), text: '180s' },
    { case: 'hours', duration: Duration.hours(1), text: '3600s' },
    { case: 'days', duration: Duration.days(1), text: '86400s' },
    { case: 'fractions of a minute', duration: Duration.minutes(0.1 * 3), text: '18s' },
    { case: 'nanoseconds', duration: Duration.seconds(0.123456789), text: '0.123456789s' },
    { case: 'a century', duration: Duration.days(36_525), text: '3155760000s' },
    { case: 'zero', duration: Duration.seconds(0), text: '0s' },
  ])('prints $case as Google takes them', ({ duration, text }) => {
    expect(String(duration)).toBe(text);
    expect(duration.isUnresolved).toBe(false);
  });

  test.each([
    { case: 'a negative number', amount: -1, got: '-1' },
    { case: 'no number', amount: Number.NaN, got: 'NaN' },
    { case: 'infinity', amount: Number.POSITIVE_INFINITY, got: 'Infinity' },
    { case: 'a text', amount: '180' as never, got: '180' },
    { case: 'nothing', amount: undefined as never, got: 'undefined' },
  ])('refuses $case', ({ amount, got }) => {
    expect(messageOf(() => Duration.seconds(amount))).toBe(
      `Duration.seconds must be a number of at least 0, got ${got}`,
    );
  });

  describe('of a token', () => {
    const stack = new TerraformStack(Synthesized.app(), 'stack');
    const token = new TerraformVariable(stack, 'seconds', { type: 'number' }).numberValue;

    test('is unresolved and prints its expression', () => {
      const duration = Duration.seconds(token);

      expect(duration.isUnresolved).toBe(true);
      expect(expressionOf(stack, duration.toString())).toBe('${var.seconds}s');
    });

    test('is refused in a unit that would have to be converted', () => {
      expect(messageOf(() => Duration.minutes(token))).toContain('a token goes into Duration.seconds');
    });
  });
});
