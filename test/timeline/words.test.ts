import { secondsText, shortSecondsText } from '../../src/timeline/seconds-text';
import { wrapWords } from '../../src/timeline/wrap-words';

describe('secondsText', () => {
  test.each([
    { case: 'a fraction', seconds: 3.5, text: '3.5 s', short: '3.5 s' },
    { case: 'less than an hour', seconds: 3599, text: '3599 s', short: '3599 s' },
    { case: 'an hour', seconds: 3600, text: '3600 s (1 h)', short: '1 h' },
    { case: 'half an hour more', seconds: 5400, text: '5400 s (1.5 h)', short: '1.5 h' },
    { case: 'what no larger unit fits', seconds: 12_599, text: '12599 s (3.5 h)', short: '3.5 h' },
    { case: 'a year', seconds: 31_536_000, text: '31536000 s (365 d)', short: '365 d' },
  ])('writes $case', ({ seconds, text, short }) => {
    expect(secondsText(seconds)).toBe(text);
    expect(shortSecondsText(seconds)).toBe(short);
  });
});

describe('wrapWords', () => {
  const fits = (line: string) => line.length <= 10;

  test('breaks between words', () => {
    expect(wrapWords('one two three', fits)).toEqual(['one two', 'three']);
  });

  test('keeps a number and its unit together', () => {
    expect(wrapWords('lasts 1234 s', fits)).toEqual(['lasts', '1234 s']);
  });

  test('gives a word that is too long a line of its own', () => {
    expect(wrapWords('a longer-than-ten b', fits)).toEqual(['a', 'longer-than-ten', 'b']);
  });
});
