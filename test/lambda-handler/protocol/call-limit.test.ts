import { callLimit } from '../../../lambda-handler/protocol/call-limit';

describe('callLimit', () => {
  test.each([
    { case: 'five seconds of a long time', leftMs: 60_000, limitMs: 5_000 },
    { case: 'half of ten seconds', leftMs: 10_000, limitMs: 5_000 },
    { case: 'half of a short time', leftMs: 3_000, limitMs: 1_500 },
    { case: 'half a second of less', leftMs: 400, limitMs: 500 },
    { case: 'half a second for the read after the last write', leftMs: -1_000, limitMs: 500 },
  ])('gives a call $case', ({ leftMs, limitMs }) => {
    expect(callLimit(7_000, 7_000 + leftMs)).toEqual({ untilMs: 7_000 + limitMs });
  });
});
