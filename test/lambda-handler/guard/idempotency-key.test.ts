import { readIdempotencyKey } from '../../../lambda-handler/guard/idempotency-key';

const UUID = '8e03978e-40d5-43e8-bc93-6894a57f9324';

describe('readIdempotencyKey', () => {
  test.each([
    { case: 'a String', value: `"${UUID}"`, key: UUID },
    { case: 'the same, bare', value: UUID, key: UUID },
    { case: "a run's token", value: `t${'0'.repeat(40)}`, key: `t${'0'.repeat(40)}` },
    { case: 'a String with spaces and commas', value: '"a b, c"', key: 'a b, c' },
    { case: 'a String with escapes', value: String.raw`"a\"b\\c"`, key: String.raw`a"b\c` },
    { case: 'one character', value: '"a"', key: 'a' },
    { case: '255 characters', value: 'k'.repeat(255), key: 'k'.repeat(255) },
    { case: '255 characters in quotes', value: `"${'k'.repeat(255)}"`, key: 'k'.repeat(255) },
    { case: 'base64', value: 'ab+/=', key: 'ab+/=' },
  ])('reads $case', ({ value, key }) => {
    expect(readIdempotencyKey([value])).toEqual({ kind: 'key', key });
  });

  test.each([
    { case: 'nothing', value: '', detail: 'must be one text' },
    { case: 'an empty String', value: '""', detail: 'must have 1 to 255 characters, got 0' },
    { case: '256 characters', value: 'k'.repeat(256), detail: 'must have 1 to 255 characters, got 256' },
    { case: 'a list, as a proxy joins two headers', value: '"a", "b"', detail: 'must be one text' },
    { case: 'a bare list', value: 'a, b', detail: 'must be one text' },
    { case: 'a String with parameters', value: '"a"; q=1', detail: 'must be one text' },
    { case: 'a String without its end', value: '"a', detail: 'must be one text' },
    { case: 'a String with an escape of its own', value: String.raw`"a\n"`, detail: 'must be one text' },
    { case: 'a String with a quote in it', value: '"a"b"', detail: 'must be one text' },
    { case: 'letters beyond ASCII', value: '"caf\u00e9"', detail: 'must be one text' },
    { case: 'a control character', value: '"a\u0007"', detail: 'must be one text' },
    { case: 'a bare text with a space', value: 'a b', detail: 'must be one text' },
  ])('refuses $case', ({ value, detail }) => {
    expect(readIdempotencyKey([value])).toEqual({
      kind: 'malformed-key',
      detail: expect.stringContaining(`Idempotency-Key ${detail}`),
    });
  });

  test('tells a missing header from a malformed one', () => {
    expect(readIdempotencyKey([])).toEqual({ kind: 'missing-key' });
  });

  test('refuses a header that was sent twice, even with one value', () => {
    expect(readIdempotencyKey(['a', 'a'])).toEqual({
      kind: 'malformed-key',
      detail: 'Idempotency-Key must be sent once, got 2 of them',
    });
  });
});
