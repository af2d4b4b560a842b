import { fenceOf, passesFence } from '../../lambda-handler/fence';

const scheduledTimeMs = Date.UTC(2026, 9, 16, 12);
const FIRST = { scheduledTimeMs, forced: false, attempt: 1 };

describe('fenceOf', () => {
  test('is the scheduled time, the kind of run and the attempt', () => {
    expect(fenceOf({ ...FIRST, attempt: 2 })).toBe('2026-10-16T12:00:00.000Z/1/000000002');
  });
});

describe('passesFence', () => {
  test.each([
    { case: 'nothing was written', last: undefined, passes: true },
    { case: 'the attempt itself has written', last: fenceOf(FIRST), passes: true },
    {
      case: 'a forced run of the same time has',
      last: fenceOf({ ...FIRST, forced: true, attempt: 9 }),
      passes: true,
    },
    {
      case: 'an earlier run has',
      last: fenceOf({ ...FIRST, scheduledTimeMs: scheduledTimeMs - 60_000, attempt: 3 }),
      passes: true,
    },
    { case: 'nobody has, and the column is null', last: null, passes: true },
    { case: 'a later attempt has', last: fenceOf({ ...FIRST, attempt: 2 }), passes: false },
    { case: 'a much later attempt has', last: fenceOf({ ...FIRST, attempt: 10 }), passes: false },
    {
      case: 'a later run has',
      last: fenceOf({ ...FIRST, scheduledTimeMs: scheduledTimeMs + 60_000 }),
      passes: false,
    },
  ])('is $passes when $case', ({ last, passes }) => {
    expect(passesFence(fenceOf(FIRST), last)).toBe(passes);
  });
});
