import { Duration } from '../src/duration';
import { Lease } from '../src/lease';

describe('Lease', () => {
  test.each([
    { kind: 'fixed' as const, lease: Lease.fixed(Duration.seconds(190)), seconds: 190 },
    { kind: 'renewed' as const, lease: Lease.renewed(Duration.seconds(15)), seconds: 15 },
  ])('$kind keeps its kind and its length', ({ kind, lease, seconds }) => {
    expect(lease.kind).toBe(kind);
    expect(lease.duration.toSeconds()).toBe(seconds);
  });

  test('refuses a number and says what to write', () => {
    expect(() => Lease.renewed(15 as never)).toThrow(
      'Lease.renewed must be given a Duration, got 15: write Duration.seconds(15)',
    );
  });
});
