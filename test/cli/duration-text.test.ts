import { parseDurationSeconds } from '../../src/cli/duration-text';

describe('parseDurationSeconds', () => {
  test.each([
    { text: '180s', seconds: 180 },
    { text: '3m', seconds: 180 },
    { text: '1h', seconds: 3600 },
    { text: '1d', seconds: 86_400 },
    { text: '0s', seconds: 0 },
    { text: '3.5s', seconds: 3.5 },
    { text: '0.1m', seconds: 6 },
    { text: '1.1h', seconds: 3960 },
    { text: '0.000000001s', seconds: 1e-9 },
  ])('reads $text', ({ text, seconds }) => {
    expect(parseDurationSeconds(text)).toBe(seconds);
  });

  test.each([
    { case: 'a number without a unit', text: '180' },
    { case: 'a sign', text: '-5s' },
    { case: 'an unknown unit', text: '5w' },
    { case: 'a unit in upper case', text: '5S' },
    { case: 'a space', text: '5 s' },
    { case: 'ten decimals', text: '0.0000000001s' },
    { case: 'no digit before the point', text: '.5s' },
    { case: 'no digit after the point', text: '5.s' },
    { case: 'an exponent', text: '1e3s' },
    { case: 'two units', text: '1m30s' },
    { case: 'nothing', text: '' },
  ])('refuses $case', ({ text }) => {
    expect(parseDurationSeconds(text)).toBeUndefined();
  });
});
