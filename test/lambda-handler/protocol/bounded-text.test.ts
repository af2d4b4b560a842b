import { failureText, resultText } from '../../../lambda-handler/protocol/bounded-text';

const hostile = {
  get message() {
    throw new Error('no');
  },
  toJSON() {
    throw new Error('no');
  },
  toString() {
    throw new Error('no');
  },
};

const hostileError = Object.defineProperty(new Error('x'), 'message', {
  get() {
    throw new Error('no');
  },
});

describe('failureText', () => {
  test.each([
    { case: 'an error', thrown: new TypeError('no customers'), text: 'TypeError: no customers' },
    { case: 'a string', thrown: 'no customers', text: 'no customers' },
    { case: 'undefined', thrown: undefined, text: 'undefined' },
    { case: 'null', thrown: null, text: 'null' },
    { case: 'an object', thrown: { code: 7 }, text: '{"code":7}' },
    { case: 'a symbol', thrown: Symbol('s'), text: 'Symbol(s)' },
    { case: 'a bigint', thrown: 7n, text: '7' },
    { case: 'a hostile object', thrown: hostile, text: 'a value that cannot be read was thrown' },
    { case: 'a hostile error', thrown: hostileError, text: 'a value that cannot be read was thrown' },
    { case: 'half a character', thrown: 'a\uD83D', text: 'a\uFFFD' },
  ])('writes out $case', ({ thrown, text }) => {
    expect(failureText(thrown)).toBe(text);
  });

  test('cuts a text of 10,001 characters to 10,000 and leaves no half character', () => {
    expect(failureText('x'.repeat(10_001))).toHaveLength(10_000);
    expect(failureText(`${'x'.repeat(9_999)}\u{1F600}`)).toBe(`${'x'.repeat(9_999)}\uFFFD`);
  });
});

describe('resultText', () => {
  test.each([
    { case: 'nothing', returned: undefined, result: { text: undefined } },
    { case: 'null', returned: null, result: { text: 'null' } },
    { case: 'an object', returned: { invoices: 3 }, result: { text: '{"invoices":3}' } },
    { case: 'a function', returned: () => 1, result: { problem: 'a function has no JSON form' } },
    {
      case: 'a bigint',
      returned: 7n,
      result: { problem: 'TypeError: Do not know how to serialize a BigInt' },
    },
    { case: 'a hostile object', returned: hostile, result: { problem: 'Error: no' } },
    { case: '10,000 characters', returned: 'x'.repeat(9_998), result: { text: `"${'x'.repeat(9_998)}"` } },
    {
      case: '10,001 characters',
      returned: 'x'.repeat(9_999),
      result: { problem: 'its JSON has 10001 characters' },
    },
  ])('keeps or refuses $case', ({ returned, result }) => {
    expect(resultText(returned)).toEqual(result);
  });
});
